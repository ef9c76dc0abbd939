/** Tags that pages show when the catalogue cannot be reached. */
export const builtInTags = (
  'hardcore milf big-tits big-boobs small-tits big-ass threesum white black asian latina blonde brunette redhead teen ' +
  'mature amateur'
).split(' ');
