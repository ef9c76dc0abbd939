import type { ImportField } from '#contract/values/imports.ts';
import { byName, postFields, postTexts } from '#contract/values/post-fields.ts';
import { isClip } from '#contract/values/previews.ts';
import { countOf, dateOf, secondsOf, separators } from './values.ts';

/** Column names in German, French, Spanish, Italian, Portuguese and Dutch that differ from the English ones. */
const translatedNames: Partial<Record<ImportField, string>> = {
  itemId:
    'kennung identifiant identificador identificativo identificatore kenmerk videonummer codigo codice numéro número numero nummer nr',
  title:
    'videotitel filmtitel titre titrevidéo titredelavidéo título títulovideo títulodelvideo títulodovídeo titolo titolovideo titolodelvideo überschrift bezeichnung nom nombre nome naam',
  link: 'adresse lien lienvidéo lienurl urlvidéo urldelavidéo enlace enlacevideo urldelvideo collegamento indirizzo urldovídeo endereço dirección adres webadresse internetadresse webadres verweis koppeling',
  imageUrl:
    'vorschaubild vorschaubildurl bild bildurl bildlink bildadresse titelbild vignette miniature imageprincipale urlimage urldelimage imagen imagenurl urlimagen urldelaimagen miniatura immagine immagineurl urlimmagine imagem imagemurl urlimagem urldaimagem capa copertina portada anteprima afbeelding afbeeldingurl afbeeldingsurl miniatuur voorbeeldafbeelding affiche foto',
  description:
    'beschreibung videobeschreibung kurzbeschreibung inhalt zusammenfassung descriptif résumé descripción resumen descrizione riassunto descrição resumo beschrijving omschrijving samenvatting inhoud',
  tags: 'schlagwörter schlagworte schlagwort stichwörter stichworte stichwort schlüsselwörter motsclés motclé étiquettes palabrasclave palabraclave etiquetas etiqueta parolechiave parolachiave etichette etichetta palavraschave palavrachave trefwoorden trefwoord sleutelwoorden',
  category:
    'kategorie kategorien rubrik rubriken catégorie catégories rubrique categoría categorías categoria categorias género géneros categorie genere generi categorieën rubriek',
  performers:
    'darsteller darstellerin darstellerinnen schauspieler schauspielerin schauspielerinnen mitwirkende besetzung modelle acteurs acteur actrices actrice interprètes modèles modèle actores actriz intérpretes modelos modelo reparto attori attore attrici attrice interpreti modelli atores ator atrizes atriz elenco modellen',
  duration:
    'dauer videodauer spieldauer laufzeit spielzeit länge videolänge durée duréevidéo longueur duración durata lunghezza duração duur speelduur lengte minuten minutos minuti',
  publishedAt:
    'veröffentlicht veröffentlichtam veröffentlichung veröffentlichungsdatum erschienen erschienenam erscheinungsdatum hinzugefügt hinzugefügtam hochgeladen hochgeladenam erstellt erstelltam publié publiéle datedepublication dateajout datedajout ajoutéle parution datedeparution publicado publicadoel fechadepublicación fechapublicación pubblicato pubblicatoil datadipubblicazione datapubblicazione publicadoem datadepublicação gepubliceerd gepubliceerdop publicatiedatum toegevoegd toegevoegdop geplaatst datum fecha data',
  views:
    'aufrufe videoaufrufe abrufe zugriffe ansichten klicks vues nombredevues nbvues nbdevues visualizaciones vistas visitas reproducciones visualizzazioni visite visualizações weergaven aantalweergaven keerbekeken bekeken',
};

/** Only our own exports have states. */
type RecognisedField = Exclude<ImportField, 'state'>;

/** Column names of each field, the most specific first; without case, spaces and punctuation. */
const synonyms: Record<RecognisedField, string> = {
  ...byName(postTexts, (name) => postFields[name].feedNames),
  itemId:
    'itemid videoid vid id postid contentid sceneid clipid movieid mediaid externalid viewkey videokey guid uuid uid xid key code',
  link: 'link url videourl videolink pageurl pagelink permalink watchurl watchlink playurl weburl href linkhref atomlinkhref externallink externalurl landingpage landingurl affiliateurl affiliatelink trackingurl clickurl targeturl hostedurl sourceurl mainurl loc linkurl guidurl enclosureurl mediacontenturl contenturl fileurl mp4url',
  otherLinks:
    'otherlinks otherurls mirrors mirror mirrorlinks mirrorurls mirrorurl alternativelinks altlinks alternatelinks links urls link2 link3 url2 url3 mirror1 mirror2 mirror3 additionallinks morelinks',
  imageUrl:
    'imageurl image mainthumb defaultthumb thumb thumbnail thumbnailurl thumburl thumblink mainthumburl defaultthumburl defaultthumbsrc thumbsrc thumbbig bigthumb thumblarge largethumb thumb1 picture pictureurl poster posterurl cover coverurl coverimage img imgurl imgsrc imagelink imagesrc featuredimage previewimage screenshot mediathumbnailurl mediacontentimageurl enclosureimageurl linkimagehref itunesimagehref',
  previewUrls:
    'previewurls thumbs thumbnails thumburls thumbnailurls images imageurls screenshots screens pictures stills flipbook gallery thumbslarge bigthumbs previews previewimages preview previewurl previewvideo videopreview mediacontentsampleurl trailer trailerurl teaser gif webm rotatingthumbs',
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
    'views viewcount viewscount numviews totalviews nbviews viewscounts hits plays playcount watched mediacommunitymediastatisticsviews videoviewed videoviews popularity',
  iframeUrl:
    'iframeurl iframe iframecode iframesrc embedcode embedurl embedhtml embedlink embed embedsrc embedded embeddedcode embediframe playerembed playerurl player mediaplayerurl',
  partner: 'partner partnerid partnername network networkid networkname',
  source: 'recordsource',
  rightsHolder: 'rightsholder recordscustodian custodian copyrightholder mediacopyright copyright',
  consent: 'consent consentstatement',
  recordDate: 'recorddate recordsdate dateoftherecords',
};

/** Normalizes a name: without case, spaces, punctuation and accents. */
export const keyOf = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Replaces umlauts by ae, oe and ue. */
const withoutUmlauts = (name: string) => name.replace(/[äöü]/g, (umlaut) => `${keyOf(umlaut)}e`);

/** English names rank before translated ones. */
const rankOf = new Map<string, { field: ImportField; rank: number }>();
for (const [table, names] of [synonyms, translatedNames].entries())
  for (const [field, list] of Object.entries(names))
    for (const [at, name] of list.split(' ').entries())
      for (const key of [keyOf(name), keyOf(withoutUmlauts(name))])
        if (!rankOf.has(key)) rankOf.set(key, { field: field as ImportField, rank: table * 1000 + at });

/** Prefixes without meaning, as in video.title. */
const wrapper = /^(video|item|post|data|node|attributes|fields|row|record|entry|clip|scene|movie)$/;
/** Suffixes that only describe the content, as in thumb.src or thumbs.thumb. */
const contents =
  /^(url|src|href|link|name|title|value|text|term|default|image|img|thumb|thumbnail|tag|keyword|category|star|model|actor|performer|pornstar)s?$/;

/** The field that a column name stands for. Rank 0 is the best match. */
export const fieldOfName = (name: string): { field: ImportField; rank: number } | undefined => {
  const whole = rankOf.get(keyOf(name));
  if (whole) return whole;
  const parts = name.split(/[.@]/);
  if (parts.length < 2) return undefined;
  const [first = '', ...rest] = parts;
  if (wrapper.test(keyOf(first))) return fieldOfName(rest.join('.'));
  return rest.every((part) => contents.test(keyOf(part))) ? rankOf.get(keyOf(first)) : undefined;
};

export type ValueKind =
  | 'embed'
  | 'picture'
  | 'clip'
  | 'embedUrl'
  | 'url'
  | 'date'
  | 'duration'
  | 'integer'
  | 'count'
  | 'list'
  | 'text';

const pictureUrl = /\.(jpe?g|png|webp|gif|avif)([?#,;|\s]|$)|\/(thumbs?|thumbnails?|posters?|previews?|images?)\//i;
const isUrl = (text: string) => /^(https?:)?\/\/[^\s/]+\.[^\s/]+/i.test(text);

/** Recognizes several short texts with a separator. */
const isList = (text: string) => {
  const separator = separators.find((each) => text.includes(each));
  if (!separator || text.length > 1000) return false;
  const entries = text.split(separator).map((entry) => entry.trim());
  return (
    entries.filter(Boolean).length > 1 && entries.every((entry) => entry.length <= 40 && entry.split(/\s+/).length <= 4)
  );
};

export const kindOfValue = (value: string): ValueKind => {
  const text = value.trim();
  if (/<(iframe|embed|object)\b/i.test(text)) return 'embed';
  if (isUrl(text)) {
    if (isClip(text)) return 'clip';
    if (pictureUrl.test(text)) return 'picture';
    return /\/(embed|player|iframe)[/?.]/i.test(text) ? 'embedUrl' : 'url';
  }
  if (/^\d+$/.test(text)) return /^\d{10}(\d{3})?$/.test(text) && dateOf(text) ? 'date' : 'integer';
  if (dateOf(text)) return 'date';
  // Numbers such as 1.5 or 1,000 may be anything.
  if (secondsOf(text) !== undefined && !/^[\d.,]+$/.test(text)) return 'duration';
  if (countOf(text) !== undefined) return 'count';
  return isList(text) ? 'list' : 'text';
};

/** Whether the first row of a table is a heading. */
export const looksLikeHeading = (rows: readonly (readonly string[])[]): boolean => {
  const [first, ...others] = rows;
  const cells = (first ?? []).map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (!first || cells.length === 0) return false;
  const isName = (cell: string) => cell.length <= 60 && kindOfValue(cell) === 'text' && /\p{L}/u.test(cell);
  if (!cells.every(isName)) return false;
  const known = cells.filter((cell) => fieldOfName(cell) !== undefined).length;
  if (known >= 2 || (known === 1 && cells.length <= 2)) return true;
  // Otherwise, require a column with values of another kind below its name, such as numbers or links.
  return first.some((_, at) => {
    const below = others.map((row) => row[at]?.trim() ?? '').filter((cell) => cell !== '');
    return below.length > 0 && below.every((cell) => kindOfValue(cell) !== 'text' && kindOfValue(cell) !== 'list');
  });
};
