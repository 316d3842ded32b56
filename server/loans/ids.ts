/** True for a number that an id column can hold; any other id exists nowhere. */
export const isRowId = (id: number): boolean => Number.isInteger(id) && id > 0 && id <= 2_147_483_647;
