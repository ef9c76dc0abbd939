import type { ImportField } from '#contract/values/imports.ts';
import { translatedNames } from './translated-names.ts';

/** The names that feeds have for a field, the most telling first; without case, blanks and punctuation. */
const synonyms: Partial<Record<ImportField, string>> = {
  itemId:
    'itemid videoid vid id postid contentid sceneid clipid movieid mediaid externalid viewkey videokey guid uuid uid xid key code',
  title:
    'title titel videotitle posttitle scenetitle cliptitle movietitle mediatitle titleen name videoname scenename headline caption subject titulo titre',
  link: 'link url videourl videolink pageurl pagelink permalink watchurl watchlink playurl weburl href linkhref atomlinkhref externallink externalurl landingpage landingurl affiliateurl affiliatelink trackingurl clickurl targeturl hostedurl sourceurl mainurl loc linkurl guidurl enclosureurl mediacontenturl contenturl fileurl mp4url',
  otherLinks:
    'otherlinks otherurls mirrors mirror mirrorlinks mirrorurls mirrorurl alternativelinks altlinks alternatelinks links urls link2 link3 url2 url3 mirror1 mirror2 mirror3 additionallinks morelinks',
  imageUrl:
    'imageurl image mainthumb defaultthumb thumb thumbnail thumbnailurl thumburl thumblink mainthumburl defaultthumburl defaultthumbsrc thumbsrc thumbbig bigthumb thumblarge largethumb thumb1 picture pictureurl poster posterurl cover coverurl coverimage img imgurl imgsrc imagelink imagesrc featuredimage previewimage screenshot mediathumbnailurl mediacontentimageurl enclosureimageurl linkimagehref itunesimagehref',
  previewUrls:
    'previewurls thumbs thumbnails thumburls thumbnailurls images imageurls screenshots screens pictures stills flipbook gallery thumbslarge bigthumbs previews previewimages preview previewurl previewvideo videopreview mediacontentsampleurl trailer trailerurl teaser gif webm rotatingthumbs',
  description:
    'description desc descr mediadescription contentencoded content summary itunessummary longdescription shortdescription text body details about synopsis plot story overview info',
  tags: 'tags tag tagnames taglist keywords keyword mediakeywords ituneskeywords videotags hashtags labels label',
  category:
    'category categories categoryname categorynames categoryterm mediacategory genre genres niche niches segment section',
  performers:
    'performers performer stars star starnames starname starring pornstars pornstar pornstarnames pornstarname models model modelnames modelname actors actor actornames actresses actress cast castnames talent girls people artists artist celebrities mediacreditactor mediacreditperformer mediacredit featuring',
  duration:
    'duration durationseconds durationsec durationsecs durationinseconds durations lengthsec lengthseconds lengthinseconds length runtime runlength videolength videoduration playtime playtimeseconds totaltime timelength itunesduration mediacontentduration seconds secs sec minutes mins min lengthmin lengthminutes durationmin durationminutes durationinminutes time',
  publishedAt:
    'publishedat pubdate publishdate publisheddate publicationdate datepublished published releasedate released release dateadded addeddate addedat addedon added uploaddate uploaded uploadedat createdat created creationdate postdate postedat posted date datetime timestamp dcdate addtime activatedat updatedat updated day',
  views:
    'views viewcount viewscount numviews totalviews nbviews viewscounts hits plays playcount watched mediacommunitymediastatisticsviews',
  iframeUrl:
    'iframeurl iframe iframecode iframesrc embedcode embedurl embedhtml embedlink embed embedsrc embedded embeddedcode embediframe playerembed playerurl player mediaplayerurl',
  altKeywords: 'altkeywords alternativekeywords seokeywords metakeywords',
  partner: 'partner partnerid partnername network networkid networkname',
  source: 'recordsource',
  rightsHolder: 'rightsholder recordscustodian custodian copyrightholder mediacopyright copyright',
  consent: 'consent consentstatement',
  recordDate: 'recorddate recordsdate dateoftherecords',
};

/** A name without case, blanks, punctuation and accents. */
export const keyOf = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Where umlauts cannot be written, they are left out or become ae, oe and ue. */
const withoutUmlauts = (name: string) => name.replace(/[äöü]/g, (umlaut) => `${keyOf(umlaut)}e`);

/** Of two names in a feed, the English one is the more telling. */
const rankOf = new Map<string, { field: ImportField; rank: number }>();
for (const [table, names] of [synonyms, translatedNames].entries())
  for (const [field, list] of Object.entries(names))
    for (const [at, name] of list.split(' ').entries())
      for (const key of [keyOf(name), keyOf(withoutUmlauts(name))])
        if (!rankOf.has(key)) rankOf.set(key, { field: field as ImportField, rank: table * 1000 + at });

/** What only says that a row is a row: video.title. */
const wrapper = /^(video|item|post|data|node|attributes|fields|row|record|entry|clip|scene|movie)$/;
/** What only says what a column has in it: thumb.src, thumbs.thumb. */
const contents =
  /^(url|src|href|link|name|title|value|text|term|default|image|img|thumb|thumbnail|tag|keyword|category|star|model|actor|performer|pornstar)s?$/;

/** The field that a column's name stands for, and how well: 0 is best. */
export const fieldOfName = (name: string): { field: ImportField; rank: number } | undefined => {
  const whole = rankOf.get(keyOf(name));
  if (whole) return whole;
  const parts = name.split(/[.@]/);
  if (parts.length < 2) return undefined;
  const [first = '', ...rest] = parts;
  if (wrapper.test(keyOf(first))) return fieldOfName(rest.join('.'));
  return rest.every((part) => contents.test(keyOf(part))) ? rankOf.get(keyOf(first)) : undefined;
};
