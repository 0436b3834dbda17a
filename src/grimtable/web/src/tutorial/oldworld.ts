// The first round of Chaos in the Old World as Khorne, explained as it happens. A step waits for its moment.
import type { OldWorldView } from "../boards/oldworld/model";
import { asked, type Step } from "../lib/tutorial";

const always = () => true;
const BLOODTHIRSTER = "figure:10";
const LATER = ["battle", "corruption", "end", "over"];
const isLater = (view: OldWorldView) => view.round > 1 || LATER.includes(view.phase);

export const STEPS: Step<OldWorldView>[] = [
  {
    when: always,
    text: {
      en: "You are Khorne, the god of slaughter. Four gods fight over the Old World, and each has two ways to win: turn the own dial to its end, or reach 50 victory points (VP). When five regions lie in ruins, most VP win. If the Old World deck runs out first, everybody loses.",
      ja: "あなたは殺戮の神コーンです。四柱の邪神がオールドワールドを争います。勝ち方は二つ。自分のダイアルを最後まで進めるか、50勝利点に達すること。5つの地域が殲滅されたときは勝利点の最も多い者の勝ち。その前にオールドワールド・デッキが尽きると全員の負けです。",
    },
    rules: ["OLDWORLD-13.1"],
  },
  {
    when: always,
    text: {
      en: "Nine regions. The shield is the region's worth; a bright shield marks a populous region. The bar of twelve below the name fills with corruption and warpstones: twelve ruin the region. The two frames are card slots, the round marks are tokens. Point at anything, or tap it, to read what it is.",
      ja: "地域は9つ。盾の数字がその地域の値で、明るい盾は人口集中地域です。名前の下の12マスには汚染トークンとワープストーンがたまり、12になると地域は殲滅されます。二つの枠はカード置き場、丸い印はトークン。ポインタを合わせるかタップすると説明が出ます。",
    },
    point: () => ["region:empire", "region:kislev"],
    rules: ["OLDWORLD-10.4"],
  },
  {
    when: always,
    text: {
      en: "At the left each god's dial. Yours turns when you kill: one counter for each region in which you kill an enemy figure in battle. At the end of the round everybody with a counter turns the dial once, and whoever has more counters than all others once more. Nine turns and you win. The others turn theirs by corrupting.",
      ja: "左に各神のダイアルがあります。あなたのダイアルは敵を倒すと進みます。戦闘で敵のフィギュアを倒した地域ごとにカウンターを1個。ラウンドの終わりに、カウンターを持つ者は1つ進め、単独で最も多い者はさらに1つ進めます。9つ進めば勝ち。ほかの神は汚染することで進めます。",
    },
    point: () => ["power:khorne"],
    rules: ["OLDWORLD-12.10", "OLDWORLD-12.11"],
  },
  {
    when: (state) => asked(state, "act"),
    text: {
      en: "Summoning. In turn, each god does one thing: summon a figure, play a Chaos card, or pass for the round. Both cost power, yours is 7 this round. Below lie your figures and your hand. Choose the Bloodthirster: it rolls four dice.",
      ja: "召喚フェイズ。順番に一つずつ行動します。フィギュアを召喚する、混沌カードを使う、またはこのラウンドを終える（パス）。どちらもパワーを使い、今のあなたのパワーは7です。下にフィギュアと手札があります。ダイスを4個振るブラッドサースターを選びましょう。",
    },
    point: () => [BLOODTHIRSTER],
    act: true,
    rules: ["OLDWORLD-6.2", "OLDWORLD-6.11"],
  },
  {
    when: (state, view) => asked(state, "summon_to") || asked(state, "play_in") || asked(state, "slot") || isLater(view),
    text: {
      en: "What you can choose glows. The label shows your domination and what the region resists with. The first figure may go anywhere, the next only to regions where you have one, or next to those. Bretonnia lies in the middle of the west: prey will come there.",
      ja: "選べる場所が光ります。札には自分の支配値と地域の抵抗値が出ます。最初の1体はどこへでも置け、次からは自分のフィギュアがいる地域かその隣だけです。西の中央にあるブレトニアなら、獲物が集まってきます。",
    },
    point: () => ["region:bretonnia"],
    act: true,
    rules: ["OLDWORLD-6.12", "OLDWORLD-6.14"],
  },
  {
    when: (state, view) => asked(state, "act") || isLater(view),
    text: {
      en: "The others have acted; the log tells what they did and by which rule. Now a card: a Chaos card goes into a free slot of any region, near or far. Its cost counts for domination there, and its text holds for the round. Blood Frenzy gives you two dice before each battle in its region, even without a figure. Play it where two enemies stand.",
      ja: "ほかの神が行動しました。記録には、何をしたかとそのルールが書かれています。次はカードです。混沌カードは近くても遠くても、空いた置き場に置けます。コストはそこでの支配値に加わり、効果はこのラウンド続きます。「血の狂乱」は、フィギュアがいなくても、その地域の戦闘の前にダイスを2個振れます。敵が2体いる地域に置きましょう。",
    },
    point: () => ["card:blood_frenzy"],
    act: true,
    rules: ["OLDWORLD-6.20", "OLDWORLD-9.2"],
  },
  {
    when: (state, view) => asked(state, "act") || isLater(view),
    text: {
      en: "Go on until your power is gone. Bloodletters are your hunters: 2 power, two dice. A figure on the map can be summoned again, to another region, for its cost. Cultists hardly fight, but place corruption. Not sure? The light bulb shows what a bot would do.",
      ja: "パワーがなくなるまで続けましょう。ブラッドレターはパワー2でダイス2個の狩人です。盤上のフィギュアも、コストを払えば別の地域へ召喚し直せます。カルティストは戦いが苦手ですが、汚染トークンを置きます。迷ったら電球のボタンで、ボットならどうするかを見られます。",
    },
    rules: ["OLDWORLD-6.11"],
  },
  {
    when: (_, view) => isLater(view),
    text: {
      en: "Battle, region by region, in the order of the small numbers. Each god rolls a die for each point of attack: 4, 5 and 6 hit, a 6 is rolled again. Hits must kill: a figure needs as many hits as its defense. Who is killed still strikes in this battle. The drawer below shows dice, hits and fates.",
      ja: "戦闘フェイズ。地域の小さな番号の順に戦います。攻撃値1につきダイス1個。4・5・6がヒットで、6はもう一度振ります。防御値と同じ数のヒットで倒せ、半端なヒットは無駄になります。倒されたフィギュアもこの戦闘では反撃します。下の欄にダイスと結果が出ます。",
    },
    rules: ["OLDWORLD-8.8", "OLDWORLD-8.14", "OLDWORLD-8.12"],
  },
  {
    when: (state, view) => asked(state, "upgrade") || view.round > 1 || view.phase === "end",
    text: {
      en: "Corruption: in each region, whoever has the highest domination, and more than it resists with, scores its worth. Then every cultist places a corruption token. When the twelfth falls, the region is ruined; those who did it score, and so do those with most corruption there.",
      ja: "混沌汚染フェイズ。各地域で支配値が最も高く、抵抗値を上回る者が、その値だけ得点します。続いてカルティスト1体につき汚染トークンを1個。12個目で地域は殲滅され、それを成した者と、そこに汚染の多い者が得点します。",
    },
    rules: ["OLDWORLD-9.4", "OLDWORLD-10.2", "OLDWORLD-10.9"],
  },
  {
    when: (state, view) => asked(state, "upgrade") || view.round > 1,
    text: {
      en: "End of the round: cards leave, heroes drive off a figure of the highest threat, dials turn. Some positions let you choose an upgrade; the sheet below shows all five. Where it says \"text not from the printed card\", the real text was not known and a stand-in is used.",
      ja: "ラウンドの終わり。カードは取り除かれ、英雄は脅威の最も高い神のフィギュアを1体追い払い、ダイアルが進みます。位置によってはアップグレードを選べます（下のシートに5つ）。「印刷されたカードの文ではありません」とあるものは、本来の文章が分からず代わりを使っています。",
    },
    rules: ["OLDWORLD-11.2", "OLDWORLD-12.14"],
  },
  {
    when: (_, view) => view.round > 1,
    text: {
      en: "A new round: an Old World card is drawn, and the god with the lowest threat carries it out. Two stay on the track below the map. Figures stay where they are, power is full again. As Khorne, strike in as many regions as you can; watch Nurgle's points, and whose dial is close to the crown.",
      ja: "新しいラウンドです。オールドワールド・カードを引き、脅威の最も低い神が処理します。マップの下のトラックには2枚まで残ります。フィギュアはそのまま、パワーは満ちます。コーンなら、なるべく多くの地域で倒しましょう。ナーグルの得点と、王冠に近いダイアルに注意。",
    },
    point: () => ["power:nurgle"],
    rules: ["OLDWORLD-4.1", "OLDWORLD-5.5"],
  },
  {
    when: (_, view) => view.round > 1,
    text: {
      en: "That is all you need. Play on to the end, or leave the tutorial; the game goes on either way. Blood for the blood god.",
      ja: "これで十分です。このまま最後まで遊んでも、チュートリアルを終えても、ゲームは続きます。血の神に血を。",
    },
  },
];
