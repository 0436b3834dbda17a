// The first two rounds of Gloomhaven's first scenario with the Brute, explained as they happen. A step waits for its moment.
import { type DungeonView, facts } from "../boards/gloomhaven/model";
import { asked, type Step } from "../lib/tutorial";
import type { TableState } from "../lib/protocol";

const later = (view: DungeonView, round = 2) => view.round >= round;
const acting = (state: TableState, ...prompts: string[]) => prompts.some((prompt) => asked(state, prompt));

/** The refs of these cards, by their printed names, as far as they can be chosen. */
function cards(state: TableState, kind: string, ...names: string[]): string[] {
  const refs = new Set(state.asks.flatMap((ask) => ask.options.flatMap((option) => option.refs)));
  return [...refs].filter((ref) => ref.startsWith(`${kind}:`) && names.includes(facts()?.cards[Number(ref.slice(kind.length + 1))]?.name ?? ""));
}

export const STEPS: Step<DungeonView>[] = [
  {
    when: () => true,
    text: {
      en: "Two mercenaries enter the Black Barrow: you, and a companion who is a bot. You win together when every room is revealed and every enemy is dead; you lose when both of you are exhausted. There are no dice here: your cards are your strength and your stamina.",
      ja: "二人の傭兵が Black Barrow に踏み込みます。あなたと、仲間のボットです。すべての部屋を公開し、敵を全滅させれば二人とも勝ち。二人とも疲労困憊すれば負けです。ダイスはありません。カードが力であり、持久力でもあります。",
    },
    rules: ["GLOOMHAVEN-21.2", "GLOOMHAVEN-18.6"],
  },
  {
    when: (state) => asked(state, "class"),
    text: {
      en: "Choose a class. The Brute is a good start: many hit points, strong blows. What you can choose glows, here and in the list at the right; you can also type its number.",
      ja: "クラスを選びましょう。最初はブルートがおすすめです。HPが多く、攻撃も強力です。選べるものは、ここでも右の一覧でも光ります。番号を入力しても選べます。",
    },
    point: () => ["class:brute"],
    act: true,
    rules: ["GLOOMHAVEN-1.12"],
  },
  {
    when: (state, view) => acting(state, "keep_goal") || later(view, 1),
    text: {
      en: "Keep one of two battle goals. It is yours alone: nobody else sees it, and it counts only if the scenario is won. Point at a goal to read it.",
      ja: "個人目標を二つのうち一つ残します。ほかの人には見えません。シナリオに勝ったときだけ数えます。ポインタを合わせると説明が出ます。",
    },
    act: true,
    rules: ["GLOOMHAVEN-4.3"],
  },
  {
    when: (state) => acting(state, "buy", "leave_card", "start_hex", "select"),
    text: {
      en: "You have 30 gold for items. They can be used once, or once until you rest. Buy one, or choose \"Buy nothing more\" at the top.",
      ja: "30ゴールドでアイテムを買えます。一度だけ、または休むまで一度だけ使えるものがあります。何か買うか、上の「これ以上買わない」を選びましょう。",
    },
    act: true,
    rules: ["GLOOMHAVEN-2.7"],
  },
  {
    when: (state) => acting(state, "leave_card", "start_hex", "select"),
    text: {
      en: "You own more cards than the ten the Brute may carry. Leave three behind. Each card has two halves: of two cards you will use the top of one and the bottom of the other. A crossed card on a half means: used once, then lost.",
      ja: "持っているカードは、ブルートが持てる10枚より多いので、3枚を置いていきます。カードには上段と下段があり、2枚のうち1枚の上段ともう1枚の下段を使います。×の付いた札の印は「使うと失われる」という意味です。",
    },
    point: (_, state) => cards(state, "card", "Skewer", "Balanced Measure", "Wall of Doom"),
    act: true,
    rules: ["GLOOMHAVEN-4.2"],
  },
  {
    when: (state) => acting(state, "start_hex", "select"),
    text: {
      en: "Choose where to start. The squares are bandits: their number at the upper left, their hit points at the lower right. A dotted ring marks an elite. Behind the door lies a room nobody knows yet.",
      ja: "開始位置を選びます。四角いコマは盗賊です。左上が番号、右下がHP。点の輪は上級モンスターの印です。扉の向こうの部屋は、まだ誰も知りません。",
    },
    act: true,
    rules: ["GLOOMHAVEN-4.8"],
  },
  {
    when: (state) => asked(state, "select"),
    text: {
      en: "Every round begins like this: all choose two cards in secret. The number on the seam of the leading card is your initiative: low acts early. Then the monsters' cards are turned up, too late to change your mind.",
      ja: "毎ラウンドの始まりに、全員が秘密にカードを2枚選びます。主カードの境目の数字が行動順位で、小さいほど早く動きます。そのあとでモンスターのカードが公開されるので、もう選び直せません。",
    },
    rules: ["GLOOMHAVEN-7.2", "GLOOMHAVEN-9.1"],
  },
  {
    when: (state) => asked(state, "select"),
    text: {
      en: "Choose how fast you are: click the number of the card that shall lead, then another card. Sweeping Blow brings you near (Move 3), Spare Dagger throws from afar (Attack 3, range 3), and 27 is fairly early.",
      ja: "まず速さを決めます。主カードにする札の数字をクリックし、続けてもう1枚をクリックしましょう。「薙ぎ払い」で近づき（移動3）、「予備の短剣」を投げれば（攻撃3、射程3）届きます。27はかなり早い数字です。",
    },
    point: (_, state) => [...cards(state, "lead", "Spare Dagger"), ...cards(state, "card", "Sweeping Blow")],
    act: true,
    rules: ["GLOOMHAVEN-7.2"],
  },
  {
    when: (state, view) => asked(state, "act") || later(view),
    text: {
      en: "Above the map stands the order of this round, with the elements at the right. At the left you see what the guards' card lets them do, and on whom each of them focuses, with the reason. Point at a monster: it shows where it would go and whom it would hit.",
      ja: "地図の上にこのラウンドの行動順、右には元素が並びます。左には衛兵のカードの内容と、それぞれが誰を狙うか、その理由が出ています。モンスターにポインタを合わせると、どこへ動いて誰を攻撃するかが見えます。",
    },
    point: (view) => view.figures.filter((figure) => figure.deck).map((figure) => `figure:${figure.id}`),
    rules: ["GLOOMHAVEN-9.2", "GLOOMHAVEN-20.3"],
  },
  {
    when: (state, view) => asked(state, "act") || later(view),
    text: {
      en: "Your turn: one top, one bottom, in either order. Click the lower half of a card to move first. Any card can also be played as a plain Attack 2 or Move 2: the small buttons on the seam.",
      ja: "あなたの手番です。上段を一つ、下段を一つ、好きな順で使います。まずは下段をクリックして移動しましょう。どのカードも、境目の小さなボタンで「攻撃2」か「移動2」としても使えます。",
    },
    point: (view, state) => {
      const mine = view.characters.find((one) => state.you.includes(one.seat));
      return (mine?.to_play ?? []).map((card) => `action:${card}.bottom`);
    },
    act: true,
    rules: ["GLOOMHAVEN-11.1", "GLOOMHAVEN-11.4"],
  },
  {
    when: (state, view) => acting(state, "move_to", "act", "target", "area") || later(view),
    text: {
      en: "Every hex you can reach glows and tells its cost. Point at one to see the way, and how many enemies you would see from there. You may stop early and go on, as long as points are left. Stay three hexes away from the guards: far enough to throw.",
      ja: "届くヘクスが光り、必要な移動力が書かれます。ポインタを合わせると道筋と、そこから見える敵の数が出ます。移動力が残っていれば、途中で止まってからまた進めます。衛兵から3ヘクス離れていれば、投げて届きます。",
    },
    act: true,
    rules: ["GLOOMHAVEN-12.1"],
  },
  {
    when: (state, view) => acting(state, "act", "target", "area", "short_rest") || later(view),
    text: {
      en: "Now the other card's top: an attack. Enemies in range and in sight glow; choose one. For each target a modifier card is drawn, from -2 to +2, a miss or a double: that is all the luck there is. The log tells it with the rule.",
      ja: "次はもう1枚の上段、攻撃です。射程内で見えている敵が光るので、1体選びます。標的ごとに修正カードを1枚引きます。-2から+2、無効、2倍。運の要素はこれだけです。記録にルール番号とともに残ります。",
    },
    act: true,
    rules: ["GLOOMHAVEN-13.1", "GLOOMHAVEN-3.1"],
  },
  {
    when: (state, view) => acting(state, "negate", "short_rest") || later(view),
    text: {
      en: "When you would suffer damage you are asked: take it, or lose a card from your hand, or two of your discards, to suffer nothing at all. Early in a game a few hit points are worth less than a card.",
      ja: "ダメージを受けるときは必ず聞かれます。そのまま受けるか、手札を1枚、または捨て札を2枚失ってすべて防ぐか。序盤は、少しのHPよりカード1枚のほうが大切です。",
    },
    rules: ["GLOOMHAVEN-18.4"],
  },
  {
    when: (state, view) => asked(state, "short_rest") || later(view),
    text: {
      en: "The round ends. With two or more discarded cards you may take a short rest: they come back to your hand, but one of them, by chance, is lost. So your hand shrinks with every rest. With eight cards in hand it is too early.",
      ja: "ラウンドの終わりです。捨て札が2枚以上あれば小休息ができます。捨て札が手札に戻りますが、無作為に1枚が失われます。休むたびに手札は減っていきます。手札が8枚あるうちは、まだ早いでしょう。",
    },
    rules: ["GLOOMHAVEN-8.2", "GLOOMHAVEN-8.3"],
  },
  {
    when: (state, view) => later(view) && asked(state, "select"),
    text: {
      en: "Round 2. The guards are close now. An early card lets you strike before them; a late one lets them come to you. Sweeping Blow's top hits an area: when you use it, turn it with [ and ] until it covers the most.",
      ja: "第2ラウンド。衛兵が近づいてきました。早いカードなら先に殴れます。遅いカードなら相手を引きつけられます。「薙ぎ払い」の上段は範囲攻撃です。使うときは [ と ] で回し、最も多く当たる向きにしましょう。",
    },
    act: true,
    rules: ["GLOOMHAVEN-7.2"],
  },
  {
    when: (state, view) => later(view) && acting(state, "act", "negate", "short_rest"),
    text: {
      en: "To open the door somebody walks onto its hex, in the middle of a move. The room behind it appears, monsters and all, and those whose initiative has passed act at once. Do it early in a turn with cards to spare, not with your last step.",
      ja: "扉は、移動の途中でそのヘクスに入ると開きます。向こうの部屋がモンスターごと現れ、行動順位を過ぎたものはすぐに動きます。最後の一歩ではなく、余裕のあるときに開けましょう。",
    },
    point: (view) => view.doors.filter((door) => door.closed).map((door) => `hex:${door.hex}`),
    rules: ["GLOOMHAVEN-5.1", "GLOOMHAVEN-10.1", "GLOOMHAVEN-10.5"],
  },
  {
    when: (state, view) => (later(view) && acting(state, "act", "short_rest")) || later(view, 3),
    text: {
      en: "The dead drop coins: end your turn on them to take them. A long rest, instead of two cards, acts last, heals 2 and lets you choose which card is lost.",
      ja: "倒した敵は貨幣を落とします。手番の終わりに、自分のいるヘクスのものを拾います。2枚のカードの代わりに大休息を選ぶと、最後に動き、HPを2回復し、失うカードを自分で選べます。",
    },
    rules: ["GLOOMHAVEN-17.16", "GLOOMHAVEN-7.4", "GLOOMHAVEN-8.4"],
  },
  {
    when: (state, view) => (later(view) && acting(state, "short_rest", "select")) || later(view, 3),
    text: {
      en: "That is all you need. The light bulb shows what a bot would do in your place; the book opens the rules. Play on to the end, or leave the tutorial; the game goes on either way.",
      ja: "これで十分です。電球のボタンで、ボットならどうするかを見られます。本のボタンでルールが開きます。このまま最後まで遊んでも、チュートリアルを終えても、ゲームは続きます。",
    },
  },
];
