const listed = (text: string) => text.split('|');

export const things = listed(
  'lanterns|lights|rooftops|mirrors|postcards|shadows|windows|stairs|bridges|trains|gardens|echoes|ribbons|umbrellas|' +
    'candles|records|signals|petals|stars|tides|letters|curtains|corridors|maps|clouds|fountains|keys|paper boats|' +
    'streetlamps|silhouettes|reflections|violins|pianos|projectors|fireflies|lemons|oranges|snowflakes|rivers|' +
    'lighthouses|balconies|arcades|tram lines|teacups|feathers|sails|swallows|clocks|poppies|cafés|pebbles|kites',
);

export const moods = listed(
  'slow|silent|golden|amber|copper|restless|distant|velvet|hidden|quiet|bright|electric|tender|wandering|crimson|' +
    'silver|half-lit|forgotten|borrowed|endless|gentle|midnight|northern|southern|glass|paper|painted|drifting|' +
    'burning|frozen|hollow|patient|secret|scarlet|sleepless|salt-white|soft|sunlit|moonlit|tidal|weightless|wild|' +
    'winter|summer|wooden|unfinished|violet|vanishing|rain-washed|neon',
);

export const places = listed(
  'at the harbour|above the market|through the valley|by the old station|on the rooftop|behind the theatre|' +
    'along the canal|under the bridge|across the bay|in the glass house|beside the lake|over the city|near the pier|' +
    'in the attic|outside the café|between two rivers|at the end of the line|beyond the orchard|around the corner|' +
    'inside the lighthouse|down the boulevard|past the vineyard|on the night train|from the balcony|in the courtyard',
);

export const times = listed(
  'at dawn|before noon|after the rain|at dusk|past midnight|in late autumn|on a slow sunday|in early spring|' +
    'after closing time|before the storm|at first light|on the longest day|in the blue hour|when the snow came|' +
    'until morning|in two takes|after the last show|on a warm evening|between seasons|before the curtain',
);

/** Single words, for titles drawn by rank rather than composed. */
export const singleWords = [...new Set([...things, ...moods, ...places, ...times].flatMap((text) => text.split(' ')))];
