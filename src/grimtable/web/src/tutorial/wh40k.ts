// From the first marker to the first fight of Warhammer 40,000, explained as it happens. A step waits for its moment.
import type { BattleView } from "../boards/wh40k/model";
import { asked, type Step } from "../lib/tutorial";

const always = () => true;
const FIGHTING = ["charge", "fight", "morale"];

export const STEPS: Step<BattleView>[] = [
  {
    when: always,
    text: {
      en: "Two armies on a table of 72 by 48 inches. You lead Space Marines; a bot leads the Death Guard. For five rounds each side moves, shoots and charges; objective markers and the fallen give victory points (VP).",
      ja: "72×48インチのテーブルで二つのアーミーが戦います。あなたはスペースマリーン、ボットはデスガードを率います。全5ラウンド、互いに移動・射撃・突撃を行い、目標マーカーと撃破で勝利点（VP）を得ます。",
    },
    rules: ["WH40K-17.17", "WH40K-3.3"],
  },
  {
    when: always,
    text: {
      en: "Everything is to scale and in the open. Point at a unit and its datasheet lies below: Move, skills, Toughness, Wounds, weapons. Dark shapes are ruins, woods and walls; a number is the height of a floor.",
      ja: "すべて実寸で、公開されています。ユニットにポインタを合わせると、移動力・技量・耐久・傷・武器の書かれたデータシートが下に出ます。暗い形は廃墟・森・壁で、数字は床の高さです。",
    },
  },
  {
    when: (state) => asked(state, "place_marker"),
    text: {
      en: "First the objective markers: two for each of you, at least 10 inches apart. Click on the table and press Done, or take a suggestion from the list. If a place is not allowed, the rules say why.",
      ja: "まず目標マーカーを2つずつ、10インチ以上離して置きます。テーブルをクリックして「決定」を押すか、一覧の候補を選びましょう。置けない場所なら、その理由が表示されます。",
    },
    act: true,
    rules: ["WH40K-17.3"],
  },
  {
    when: (state) => asked(state, "zone") || asked(state, "divide"),
    text: {
      en: "All markers lie; whoever has more models within 3 inches holds one. Domination is the objective here: markers score. Now the table is divided. Choose your half.",
      ja: "マーカーがそろいました。3インチ以内に多くの兵がいる側が支配します。今回の目標は「戦場支配」で、マーカーが得点になります。テーブルが二つに分けられるので、自分の側を選びましょう。",
    },
    point: (view) => view.markers.map((marker) => `marker:${marker.id}`),
    act: true,
    rules: ["WH40K-17.5", "WH40K-17.8"],
  },
  {
    when: (state) => asked(state, "trait"),
    text: {
      en: "Your Lieutenant is the Warlord. Choose a trait for him, or let a die decide.",
      ja: "あなたのウォーロードはルーテナントです。能力を選ぶか、ダイスで決めましょう。",
    },
    act: true,
    rules: ["WH40K-16.6"],
  },
  {
    when: (state) => asked(state, "deploy_unit"),
    text: {
      en: "Deployment: one unit each in turns, inside the own zone, which is tinted. Choose the Intercessor Squad first.",
      ja: "配置です。交互に1ユニットずつ、色の付いた自分のゾーンに置きます。まずインターセッサー・スカッドを選びましょう。",
    },
    act: true,
    rules: ["WH40K-17.9"],
  },
  {
    when: (state) => asked(state, "set_up"),
    text: {
      en: "The unit is in your hand. Drag its banner or its models to the front of your zone; they move as a formation. \"One by one\" lets you place single models; all must stay within 2 inches of another. Then press Done.",
      ja: "ユニットが手の中にあります。旗か兵をドラッグしてゾーンの前の方へ。隊形を保って動きます。「1体ずつ」にすると1体だけ動かせますが、どの兵も仲間の2インチ以内にいなければなりません。よければ「決定」。",
    },
    act: true,
    rules: ["WH40K-17.10", "WH40K-2.3"],
  },
  {
    when: (state, view) => asked(state, "deploy_unit") || asked(state, "set_up") || view.round > 0,
    text: {
      en: "Deploy the others in the same way; the list always holds legal places too. The weaker army, the Underdog, then says who begins: the bot will take the first turn.",
      ja: "残りも同じように配置しましょう。一覧にはいつも置ける場所の候補があります。そのあと、パワーの低い側（アンダードッグ）が先攻を決めます。ここではボットが先攻を取ります。",
    },
    rules: ["WH40K-17.12", "WH40K-17.16"],
  },
  {
    when: (state) => asked(state, "move_unit"),
    text: {
      en: "Your Movement phase. The log tells what the bot did, each line with its rule. Choose a unit to move: click on it, or on the option. Advance moves farther by a die, but such a unit cannot charge and hardly shoots.",
      ja: "あなたの移動フェイズです。ボットの行動は、根拠のルール番号とともに記録にあります。動かすユニットを選びましょう。全力移動はダイスの分だけ遠くへ行けますが、突撃できず、射撃もほとんどできません。",
    },
    act: true,
    rules: ["WH40K-4.1", "WH40K-4.18"],
  },
  {
    when: (state) => asked(state, "move"),
    text: {
      en: "Drag it towards a marker. The ring is how far it may go, the dotted line its way, red circles the inch around the enemy that is closed. The line below says Legal, or which rule forbids it. Then press Done.",
      ja: "マーカーへ向けてドラッグしましょう。輪は移動できる範囲、点線は経路、赤い円は入れない敵の周囲1インチです。下の行に「合法」か、禁じるルールが出ます。よければ「決定」。",
    },
    act: true,
    rules: ["WH40K-4.3", "WH40K-4.8"],
  },
  {
    when: (state, view) => asked(state, "move_unit") || view.phase === "shooting",
    text: {
      en: "M takes the tape: drag from model to model, and it tells the distance and whether one sees the other. Move the rest, or end the phase with the last option (P).",
      ja: "Mで巻き尺を取り、兵から兵へドラッグすると、距離と、見えているかどうかが分かります。残りを動かすか、最後の選択肢（P）でフェイズを終えましょう。",
    },
    rules: ["WH40K-1.1", "WH40K-7.8"],
  },
  {
    when: (state) => asked(state, "shoot_unit"),
    text: {
      en: "Shooting: choose a unit that has something in range and in sight. Rapid Fire weapons shoot twice within half their range.",
      ja: "射撃フェイズ。射程内に見える敵がいるユニットを選びましょう。ラピッドファイア武器は、射程の半分以内なら2倍撃てます。",
    },
    act: true,
    rules: ["WH40K-7.2", "WH40K-8.6"],
  },
  {
    when: (state) => asked(state, "declare_shots"),
    text: {
      en: "Name the targets. Point at an option or at an enemy: What to expect, below, reckons hits, wounds and damage exactly, and how likely so many are slain. Then fire.",
      ja: "目標を宣言します。選択肢か敵にポインタを合わせると、下の「見込み」に命中・負傷・ダメージの平均と、何体倒せるかの確率が正確に出ます。では撃ちましょう。",
    },
    point: (_, state) => (state.asks[0]?.options[0]?.refs ?? []).filter((ref) => ref.startsWith("unit:")),
    act: true,
    rules: ["WH40K-7.12", "WH40K-9.1"],
  },
  {
    when: (state, view) => state.log.some((line) => line.kind === "attacked" && line.seat === null) || FIGHTING.includes(view.phase),
    text: {
      en: "The tray shows the attack step by step: to hit, to wound, saves. Bright dice succeeded. The defender takes the dead away; whoever loses many must test Morale at the end of the turn.",
      ja: "トレイに、命中・負傷・セーヴの順にダイスが並びます。明るい目が成功です。倒れた兵は守る側が取り除き、多くを失ったユニットはターンの終わりに戦意テストを行います。",
    },
    rules: ["WH40K-9.2", "WH40K-9.4", "WH40K-9.10", "WH40K-12.1"],
  },
  {
    when: (state, view) => FIGHTING.includes(view.phase) || asked(state, "charge_unit") || view.round > 1,
    text: {
      en: "Then come charges, within 12 inches: two dice must reach the enemy. Who is within an inch fights in the Fight phase, chargers first. Poxwalkers fall fast, but the Lord of Contagion does not: shoot first.",
      ja: "次は突撃です。12インチ以内の敵に、2個のダイスの距離で届けば成功。1インチ以内の者は白兵戦フェイズで戦い、突撃した側が先です。ポックスウォーカーは脆いですが、ロード・オヴ・コンテイジョンは手強いので、まず撃ちましょう。",
    },
    rules: ["WH40K-10.1", "WH40K-10.9", "WH40K-11.3"],
  },
  {
    when: (_, view) => view.round > 1 || FIGHTING.includes(view.phase),
    text: {
      en: "That is a turn. Hold markers, keep your Warlord alive, and look at the odds before you roll. The light bulb shows what a bot would do. Under Armies you can bring a roster of your own. Good hunting!",
      ja: "これで1ターンです。マーカーを押さえ、ウォーロードを守り、振る前に見込みを確かめましょう。電球のボタンでボットの考えも見られます。「アーミー」から自分のロスターを持ち込むこともできます。ご武運を！",
    },
    point: (view) => view.markers.map((marker) => `marker:${marker.id}`),
    rules: ["WH40K-17.19"],
  },
];
