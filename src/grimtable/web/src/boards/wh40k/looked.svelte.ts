// The unit under the pointer: the board tells, the datasheet in the drawer listens.
export const looked: { unit: number | null } = $state({ unit: null });
