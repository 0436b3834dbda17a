// What is under the pointer, for those who draw something about it elsewhere: a figure, which way an area is turned, and a card that
// is too long for its place: where its upper edge is, and its middle.
interface Looked {
  figure: number | null;
  turn: number;
  card: { id: number; top: number; middle: number } | null;
}
export const looked: Looked = $state({ figure: null, turn: 0, card: null });
