// The first rounds of The Nameless Dark Lord, explained as they happen. A step waits for its moment.
import type { DarkLordView } from "../boards/darklord/model";
import { asked, type Step } from "../lib/tutorial";

const always = () => true;

export const STEPS: Step<DarkLordView>[] = [
  {
    when: always,
    text: {
      en: "You are a nameless dark lord. In seven rounds you buy monsters, lands and artifacts; whoever has the most victory points (VP) at the end rules. Your rivals are three bots.",
      ja: "あなたは名もなき魔王です。全7ラウンドで魔物・領地・遺物を手に入れ、最後に勝利点（VP）が最も多い者が支配者になります。相手は3体のボットです。",
    },
    rules: ["DARKLORD-12.1"],
  },
  {
    when: always,
    text: {
      en: "In the middle lie the targets of this round, one card above each battle area A to E. The numbers at the foot of a card: blade is power, coin is upkeep, star is VP. A territory gives coins and sleeves instead.",
      ja: "中央にあるのが、このラウンドのターゲットです。バトルエリアA〜Eに1枚ずつ置かれています。カードの下の数字は、剣がパワー、コインが維持コスト、星が勝利点。領地ならコインとスリーブが増えます。",
    },
    point: (view) => view.areas.map((area) => `area:${area.label}`),
    rules: ["DARKLORD-4.1"],
  },
  {
    when: always,
    text: {
      en: "Below is your home: coins, sleeves, your units, your territories. Everything on the table is open; only the decks are secret. Point at any card, or tap it, to read what it does.",
      ja: "下にあるのがあなたの本拠地です。コイン、スリーブ、ユニット、領地が並びます。すべて公開情報で、秘密なのは山札だけ。カードにポインタを合わせるかタップすると説明が出ます。",
    },
  },
  {
    when: (state) => asked(state, "sleeve"),
    text: {
      en: "First, preparation. A unit needs a sleeve to fight this round. Choose a unit in your home, or \"Sleeve all of them\" in the list at the right. What you can choose glows.",
      ja: "まず準備フェイズ。ユニットはスリーブを装着しないと戦えません。本拠地のユニットを選ぶか、右の一覧から「すべてに装着する」を選びましょう。選べるものは光ります。",
    },
    act: true,
    rules: ["DARKLORD-4.7"],
  },
  {
    when: (state) => asked(state, "place"),
    text: {
      en: "Placement: in turn, each lord places one unit on one area or passes for the round. Choose one of your units first. Every area then shows which rank you would have there and what the card would cost you.",
      ja: "配置フェイズ。順番に、ユニットを1体エリアに置くか、このラウンドの配置をパスします。まず自分のユニットを選んでください。各エリアに「置いたときの順位」と「支払うコスト」が表示されます。",
    },
    point: (view, state) => (view.players[state.you[0] ?? 0]?.ready ?? []).map((uid) => `card:${uid}`),
    rules: ["DARKLORD-6.2", "DARKLORD-6.3"],
  },
  {
    when: (state) => asked(state, "place"),
    text: {
      en: "The strongest in an area may take its card, but pays the upkeep of all the own units there, win only. So more units mean more power and a higher price. Now place a unit: choose it, then an area.",
      ja: "エリアで最も強い者がカードを獲得でき、そこに置いた自分のユニットすべての維持コストを払います。置くほど強くなり、値段も上がります。ユニットを選び、次にエリアを選んで配置しましょう。",
    },
    act: true,
    rules: ["DARKLORD-8.4", "DARKLORD-9.2"],
  },
  {
    when: (state) => asked(state, "place"),
    text: {
      en: "The bots have answered; the log at the right tells each step with the rule behind it. Click a rule number to read it. Not sure what to do? The light bulb shows what a bot would choose in your place.",
      ja: "ボットの手番が終わりました。右の記録には、一手ごとに根拠となるルール番号が付いています。番号を押すと読めます。迷ったら電球のボタンで、ボットならどうするかを見られます。",
    },
  },
  {
    when: (state) => asked(state, "place"),
    text: {
      en: "Go on placing. When nothing is worth it any more, pass (P). Passing is final for this round. You can take back your last answer (U) as long as nobody has answered after you.",
      ja: "配置を続けましょう。もう置きたい所がなければパス（P）。パスするとこのラウンドはもう配置できません。ほかの人が答える前なら、元に戻す（U）で取り消せます。",
    },
    act: true,
  },
  {
    when: (state, view) => asked(state, "offer") || view.phase === "resolution" || view.round > 1,
    text: {
      en: "Resolution: areas are settled from A to E. The leader of an area takes the card and pays, or declines, and the next in rank is asked. If you are asked, look at the price, and at what you still need for later areas.",
      ja: "解決フェイズ。AからEの順に処理します。首位の人はカードを獲得して支払うか、辞退します。辞退すると次の順位の人の番です。聞かれたら、値段と、あとのエリアに必要なコインを見比べましょう。",
    },
    rules: ["DARKLORD-8.7"],
  },
  {
    when: (_, view) => view.round > 1,
    text: {
      en: "Round 2. Monsters you took fight for you from now on; territories bring income and sleeves. Who took nothing got a Goblin Bomber, which needs no sleeve. The start player moves on.",
      ja: "第2ラウンド。手に入れた魔物はこれからあなたのために戦い、領地は収入とスリーブを増やします。何も取れなかった人はスリーブ不要のゴブリンボマーを受け取ります。スタートプレイヤーは左隣へ移ります。",
    },
    rules: ["DARKLORD-10.1", "DARKLORD-10.5"],
  },
  {
    when: (_, view) => view.round > 1,
    text: {
      en: "After some rounds an event punishes those who lack a certain land: they get a deserted one, worth minus 3. Keep an eye on farm, fishing village and watchtower.",
      ja: "いくつかのラウンドのあとにはイベントがあり、決まった領地を持たない人は−3点の荒れた領地を受け取ります。農村・漁村・見張り塔に気を配りましょう。",
    },
    rules: ["DARKLORD-11.1", "DARKLORD-11.2"],
  },
  {
    when: (_, view) => view.round > 1,
    text: {
      en: "That is all you need. Play on to the end, or leave the tutorial; the game goes on either way. Good luck, my lord.",
      ja: "これで十分です。このまま最後まで遊んでも、チュートリアルを終えても、ゲームは続きます。ご武運を、魔王様。",
    },
  },
];
