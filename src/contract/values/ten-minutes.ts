/** How long random sets stay the same, for the whole site and every process. */
export const windowMs = 600_000;

/** The number of the current ten minutes. */
export const currentWindow = () => Math.floor(Date.now() / windowMs);

/** Where pages show a random set. Each place has a seed of its own, so that one set is not part of another. */
const places = ['home tags', 'footer tags', 'footer performers'] as const;

/** The seed of a place for the current ten minutes. Pages rendered within them show the same names. */
export const seedOf = (place: (typeof places)[number]) => currentWindow() * places.length + places.indexOf(place);
