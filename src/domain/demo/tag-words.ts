/** The search words of the site's category pages: every demo video is tagged with exactly one of them. */
export const searchWords =
  'big lesbian milf sis desi indian boobs porn family teen tits step bad ass room mom girl'.split(' ');

/** The rest of the site's built-in tags. */
export const lookWords =
  'hardcore big-tits big-boobs small-tits big-ass threesum white black asian latina blonde brunette redhead mature amateur'.split(
    ' ',
  );

const neutralWords = (
  'outdoor rooftop retro vintage harbour night city rain studio slow-motion sunset beach neon garden travel noir ' +
  'candlelight summer hotel close-up handheld one-take music winter mountain forest train café attic loft balcony ' +
  'terrace courtyard market station bridge river lake island lighthouse pier canal valley meadow orchard vineyard ' +
  'desert canyon coast cliff waterfall glacier aurora starlight moonlight twilight dawn noon dusk midnight morning ' +
  'evening weekend holiday autumn spring monsoon snow fog storm thunder wind mist frost drizzle heatwave amber ' +
  'copper crimson emerald golden indigo ivory jade lavender magenta ochre pearl platinum rose ruby sapphire scarlet ' +
  'silver teal turquoise violet monochrome sepia pastel technicolor grain analogue super-8 sixteen-millimetre ' +
  'widescreen split-screen time-lapse drone panorama tracking-shot long-take soft-focus high-contrast low-light ' +
  'backlight silhouette shadow reflection mirror glass lens prism projector reel marquee cinema theatre stage ' +
  'curtain spotlight backstage rehearsal premiere festival carnival parade masquerade ballroom dance tango waltz ' +
  'jazz blues piano guitar violin vinyl radio cassette karaoke lounge nightclub bar diner bakery kitchen picnic ' +
  'breakfast brunch dinner tea coffee chocolate cinnamon vanilla citrus cherry mango peach library bookshop museum ' +
  'gallery atelier workshop greenhouse conservatory pavilion cabin cottage chalet farmhouse villa penthouse ' +
  'apartment corridor staircase elevator lobby parlour veranda fireplace bathhouse sauna spa pool marina sailing ' +
  'yacht ferry tram metro taxi motorbike bicycle caravan road-trip airport railway tunnel viaduct boulevard alley ' +
  'plaza fountain arcade bazaar skyline suburb village countryside seaside tropics alpine northern southern ' +
  'mediterranean nordic highland lowland lagoon reef dune oasis silk velvet linen lace denim leather satin wool ' +
  'porcelain marble ceramic origami lantern balloon kite feather ribbon umbrella postcard diary letters portrait ' +
  'still-life abstract collage documentary interview anthology episode trailer uncut remastered director-cut'
).split(' ');

const slugOf = (word: string) => word.replace('é', 'e');

/** All tags but the search words, the most used first. */
export const commonTags = [...neutralWords.slice(0, 30), ...lookWords, ...neutralWords.slice(30)].map((word) => ({
  slug: slugOf(word),
  name: word.replaceAll('-', ' '),
}));

export const searchTags = searchWords.map((word) => ({ slug: word, name: word }));
