import { dayMs } from '#domain/day.ts';
import { demoPerformerNames } from './performer-names.ts';
import type { Row } from './table-load.ts';

const partnerNames =
  'Lantern Row|Velvet Harbour|Copper Reel|Night Arcade|Paper Moon Club|Glasshouse TV|Northern Loop|Amber Social|Slow Signal|Seven Balconies|Tidal Stage|Marigold Stream'.split(
    '|',
  );
const partnerCategories = ['adult', 'entertainment', 'social', 'streaming'];
const pendingSubmissions = 2;

export const partnerColumns =
  'name, url, logo, description, category, email, active, submitted_at, created_at, updated_at';

/** Ten active partners and two submissions that wait for approval. */
export const partnerRows = (now: Date): Row[] =>
  partnerNames.map((name, n) => {
    const isPending = n >= partnerNames.length - pendingSubmissions;
    const created = new Date(now.getTime() - (isPending ? partnerNames.length - n : 30 + n * 9) * dayMs);
    return [
      name,
      `https://example.com/partner/${n + 1}`,
      `/art/logo/${n + 1}.svg`,
      `${name} is an invented partner of the demo catalogue, with a short text that says what its visitors would find there every evening.`,
      partnerCategories[n % partnerCategories.length] ?? null,
      isPending ? `owner${n + 1}@example.com` : null,
      !isPending,
      isPending ? created : null,
      created,
      created,
    ];
  });

const channelNames =
  'The Blue Hour|Rooftop Sessions|Analogue Nights|Harbour Radio|Slow Cinema|Lantern Lessons|Arcade After Dark|Velvet Lounge|Grain and Glow'.split(
    '|',
  );
const channelCategories = [
  'adult',
  'entertainment',
  'music',
  'music',
  'education',
  'education',
  'gaming',
  'adult',
  'adult',
];
const subscribers = [1_240_000, 386_500, 92_300, 48_750, 12_400, 7_810, 1_000, 640, 0];

export const channelColumns = 'name, url, thumbnail, description, category, subscribers, created_at, updated_at';

export const channelRows = (now: Date): Row[] =>
  channelNames.map((name, n) => {
    const created = new Date(now.getTime() - (12 + n * 17) * dayMs);
    return [
      name,
      `https://example.com/channel/${n + 1}`,
      `/art/${n + 1}.svg`,
      `${name} is an invented channel of the demo catalogue. New episodes arrive on quiet evenings, with ${demoPerformerNames[n]} as host.`,
      channelCategories[n] ?? null,
      subscribers[n] ?? 0,
      created,
      created,
    ];
  });

const fileLinks: [title: string, category: string, fileType: string, size: string][] = [
  ['Harbour lights, full reel', 'videos', 'video', '1.5 GB'],
  ['Rooftop rehearsal, uncut', 'videos', 'video', '820 MB'],
  ['Slow train, director’s cut', 'videos', 'video', '2.1 GB'],
  ['Paper lanterns, trailer', 'videos', 'video', '64 MB'],
  ['Poster collection, spring', 'images', 'image', '48 MB'],
  ['Stills from the glass house', 'images', 'image', '112 MB'],
  ['Programme notes', 'documents', 'document', '1.2 MB'],
  ['Press kit', 'documents', 'document', '6 MB'],
  ['Soundtrack sheet music', 'documents', 'document', ''],
  ['Winter season, all parts', 'archives', 'archive', '7.8 GB'],
  ['Subtitles in six languages', 'archives', 'archive', '900 KB'],
  ['Projector settings', 'other', 'other', ''],
];

export const fileLinkColumns = 'title, url, description, category, file_type, size, created_at, updated_at';

export const fileLinkRows = (now: Date): Row[] =>
  fileLinks.map(([title, category, fileType, size], n) => {
    const created = new Date(now.getTime() - (3 + n * 11) * dayMs);
    const description = `An invented file of the demo catalogue: ${title.toLowerCase()}.`;
    return [title, `https://example.com/file/${n + 1}`, description, category, fileType, size, created, created];
  });
