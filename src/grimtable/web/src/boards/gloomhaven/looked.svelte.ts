// What is under the pointer, for those who draw something about it elsewhere: a figure, and which way an area is turned.
export const looked: { figure: number | null; turn: number } = $state({ figure: null, turn: 0 });
