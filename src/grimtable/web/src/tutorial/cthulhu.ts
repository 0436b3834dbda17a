// The first two cycles of Cthulhu Wars with Great Cthulhu, explained as they happen. A step waits for its moment.
import type { CthulhuView } from "../boards/cthulhu/model";
import { asked, type Step } from "../lib/tutorial";

const always = () => true;

export const STEPS: Step<CthulhuView>[] = [
  {
    when: always,
    text: {
      en: "You are Great Cthulhu. Four cults want to end the world, each its own way. When somebody has 30 Doom, the most Doom wins - but only with all six spellbooks. Your rivals are three bots.",
      ja: "あなたは「大いなるクトゥルフ」です。四つの教団が、それぞれのやり方で世界を終わらせようとしています。誰かの破滅点が30に達したら、破滅点が最も多い者の勝ち。ただし呪文書を6冊そろえていることが条件です。相手は3体のボットです。",
    },
    rules: ["CTHULHU-12.6"],
  },
  {
    when: (state) => asked(state, "direction"),
    text: {
      en: "You are first, so you choose in which direction the turns go. Take either with the buttons at the top.",
      ja: "あなたがスタートプレイヤーなので、手番の回る向きを選びます。上のボタンでどちらかを選びましょう。",
    },
    act: true,
    rules: ["CTHULHU-1.11"],
  },
  {
    when: (state) => asked(state, "act"),
    text: {
      en: "The map is the Earth; it wraps around at the sides. Your six acolytes are in the South Pacific. One of them stands on a gate: the ring in your colour. Gates bring Power and Doom.",
      ja: "地図は地球です。左右の端はつながっています。あなたの助祭6体は南太平洋にいて、そのうち1体が次元扉（あなたの色の輪）に乗っています。次元扉は魔力と破滅点をもたらします。",
    },
    point: () => ["area:south_pacific"],
    rules: ["CTHULHU-8.2", "CTHULHU-10.1"],
  },
  {
    when: (state) => asked(state, "act"),
    text: {
      en: "Below is your faction card: Power, Doom, the actions, the figures in your pool with their price, and six requirements. Each requirement you fulfil, at any moment, earns a spellbook. Point at anything, or tap it, to read what it does.",
      ja: "下にあるのが陣営カードです。魔力、破滅点、アクション、プールのフィギュアとコスト、六つの獲得条件が並びます。条件を満たすと、いつでも呪文書を1冊得ます。ポインタを合わせるかタップすると説明が出ます。",
    },
    rules: ["CTHULHU-3.6"],
  },
  {
    when: (state) => asked(state, "act"),
    text: {
      en: "Everybody takes one action in turn until nobody has Power left. You have 8. More gates first: choose Move. What you can choose glows.",
      ja: "全員の魔力が尽きるまで、順番に1アクションずつ行います。あなたの魔力は8。まず次元扉を増やしましょう。「移動」を選んでください。選べるものは光ります。",
    },
    point: () => ["action:move"],
    act: true,
    rules: ["CTHULHU-4.2"],
  },
  {
    when: (state) => asked(state, "move"),
    text: {
      en: "Each unit that moves to an adjacent area costs 1 Power. Choose an acolyte that does not stand on the gate.",
      ja: "ユニット1体を隣のエリアへ動かすごとに魔力1です。次元扉に乗っていない助祭を選びましょう。",
    },
    point: () => ["unit:gc_acolyte_2"],
    act: true,
    rules: ["CTHULHU-5.9"],
  },
  {
    when: (state) => asked(state, "move_to"),
    text: {
      en: "Now choose where he goes: an ocean. Three ocean gates of your own are one of your requirements.",
      ja: "次に行き先を選びます。海洋にしましょう。自分の海の次元扉三つは、あなたの獲得条件の一つです。",
    },
    point: () => ["area:north_pacific", "area:indian_ocean", "area:south_atlantic"],
    act: true,
    rules: ["CTHULHU-13.9"],
  },
  {
    when: (state) => asked(state, "move"),
    text: {
      en: "Move a second acolyte to another ocean if you like; then choose \"Move no more\". With the 6 Power left you can pay for two gates, 3 each.",
      ja: "もう1体を別の海洋へ動かしてもよいでしょう。終わったら「これ以上動かさない」を選びます。残りの魔力6で、1つ3の次元扉を2つ開けます。",
    },
    act: true,
    rules: ["CTHULHU-5.10"],
  },
  {
    when: (state) => asked(state, "act_more"),
    text: {
      en: "After your action only Unlimited Actions are left, such as stepping onto an abandoned gate. End your turn with the button at the top (P).",
      ja: "アクションのあとにできるのは、放棄された次元扉に乗るなどの無制限アクションだけです。上のボタン（P）で手番を終えましょう。",
    },
    act: true,
    rules: ["CTHULHU-6.1"],
  },
  {
    when: (state) => asked(state, "act"),
    text: {
      en: "The bots have taken their actions; the log at the right tells each with the rule behind it. Now choose Gate: your acolyte in the ocean opens one and keeps it. The light bulb shows what a bot would do in your place.",
      ja: "ボットの手番が終わりました。右の記録に、根拠となるルール番号とともに書かれています。次は「扉創造」。海にいる助祭が次元扉を開き、支配します。迷ったら電球のボタンで、ボットならどうするかを見られます。",
    },
    point: () => ["action:create_gate"],
    act: true,
    rules: ["CTHULHU-5.7"],
  },
  {
    when: (state) => asked(state, "act"),
    text: {
      en: "Go on like this. A lone cultist on a gate is easy prey: a monster that stands there with nothing of its rank against it may capture him. A Deep One for 1 Power guards him against monsters.",
      ja: "この調子で続けましょう。次元扉に1体だけの信者は狙われます。同格以上の守りがないと、敵の怪物に捕獲されます。魔力1の深きものを置けば、怪物から守れます。",
    },
    point: () => ["action:summon"],
    rules: ["CTHULHU-5.16"],
  },
  {
    when: (state, view) => view.cycle >= 2 || asked(state, "doom_slot") || asked(state, "spellbook"),
    text: {
      en: "When all Power is spent everybody gathers new Power: 2 for each gate, 1 for each cultist. Then comes the Doom Phase: 1 Doom for each gate. Your first Doom Phase fulfils a requirement; when you are asked, choose a spellbook.",
      ja: "全員の魔力が尽きると、魔力を集めます。次元扉1つにつき2、信者1体につき1です。続く破滅フェイズでは、次元扉1つにつき破滅点1。最初の破滅フェイズは獲得条件の一つです。聞かれたら呪文書を選びましょう。",
    },
    rules: ["CTHULHU-8.1", "CTHULHU-8.2", "CTHULHU-10.1"],
  },
  {
    when: (state, view) => asked(state, "doom_slot") || view.cycle >= 2,
    text: {
      en: "In the Doom Phase you may also perform a Ritual of Annihilation: pay the price on the track at the foot of the map and gain the Doom of your gates once more, and an Elder Sign for each Great Old One. Every Ritual makes the next one dearer; at the end of the track the world ends too.",
      ja: "破滅フェイズには「終焉の儀式」もできます。地図の下のトラックの値を払うと、次元扉の破滅点をもう一度得て、旧支配者1体につき古の印を1枚得ます。儀式のたびに次が高くなり、トラックが尽きても世界は終わります。",
    },
    point: () => ["action:ritual"],
    rules: ["CTHULHU-10.3"],
  },
  {
    when: (state, view) => asked(state, "act") && view.cycle >= 2,
    text: {
      en: "Cycle 2. With 10 Power you can awaken Cthulhu at your first gate: six dice in battle, and before each battle he devours a unit. That is a requirement too, and he comes back for 4 Power whenever he dies.",
      ja: "第2サイクル。魔力が10あれば、最初の次元扉でクトゥルフを覚醒できます。戦闘でダイス6個、しかも戦闘前に敵1体をむさぼります。覚醒も獲得条件の一つで、倒されても魔力4で戻ってきます。",
    },
    point: () => ["action:awaken"],
    rules: ["CTHULHU-5.5", "CTHULHU-13.2"],
  },
  {
    when: (state, view) => asked(state, "act") && view.cycle >= 2,
    text: {
      en: "In a battle both sides roll at once: a 6 kills, a 4 or 5 pains, and pained units must retreat to an adjacent area without the enemy. The owner chooses who suffers. The scene below the map shows dice and fates.",
      ja: "戦闘では双方が同時にダイスを振ります。6で死亡、4と5で痛打。痛打のユニットは、その敵のいない隣のエリアへ撤退します。誰が受けるかは持ち主が選びます。地図の下に、ダイスと結果が表示されます。",
    },
    rules: ["CTHULHU-11.10", "CTHULHU-11.26"],
  },
  {
    when: (_, view) => view.cycle >= 2,
    text: {
      en: "That is all you need. Keep three ocean gates, fight for your spellbooks, hold the leader down, and perform Rituals once you are ahead. Play on to the end, or leave the tutorial; the game goes on either way.",
      ja: "これで十分です。海の次元扉を三つ保ち、戦って呪文書を得て、首位の教団を抑え、優勢になったら儀式を行いましょう。このまま最後まで遊んでも、チュートリアルを終えても、ゲームは続きます。",
    },
  },
];
