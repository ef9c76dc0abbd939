import { describe, expect, it } from 'vitest';
import type { FeedMapping } from '#contract/values/imports.ts';
import { guessMapping } from '#domain/imports/mapping/guess-mapping.ts';
import type { FeedColumns } from '#domain/imports/reading/feed-row.ts';
import { postsOf } from './feeds.ts';

const columnsIn = (mapping: FeedMapping) =>
  Object.fromEntries(Object.entries(mapping).map(([field, { columns }]) => [field, columns]));

describe('the mapping of a feed is guessed', () => {
  it('from the names of a feed with objects in objects', () => {
    const row: FeedColumns = {
      'video.video_id': 'ab12',
      'video.title': 'Slow evening',
      'video.url': 'https://example.com/1',
      'video.default_thumb.src': 'https://example.com/1.jpg',
      'video.thumbs': ['https://example.com/1.jpg'],
      'video.tags': ['red'],
      'video.pornstars': ['Isla Torven'],
      'video.categories': ['City'],
      'video.duration': '10:05',
      'video.views': '1234',
      'video.publish_date': '2024-05-01 12:00:00',
      'video.rating': '87',
      'video.embed': 'https://example.com/embed/1',
    };
    expect(columnsIn(guessMapping([row]))).toEqual({
      itemId: ['video.video_id'],
      title: ['video.title'],
      link: ['video.url'],
      imageUrl: ['video.default_thumb.src'],
      previewUrls: ['video.thumbs'],
      tags: ['video.tags', 'video.categories'],
      category: ['video.categories'],
      performers: ['video.pornstars'],
      duration: ['video.duration'],
      views: ['video.views'],
      publishedAt: ['video.publish_date'],
      iframeUrl: ['video.embed'],
    });
  });

  it.each([
    ['Video Title', 'title', 'Slow evening'],
    ['name', 'title', 'Slow evening'],
    ['Page URL', 'link', 'https://example.com/1'],
    ['thumbnail_url', 'imageUrl', 'https://example.com/1.jpg'],
    ['length_sec', 'duration', '750'],
    ['RunTime', 'duration', '12:30'],
    ['keywords', 'tags', 'a, b'],
    ['Models', 'performers', 'Isla Torven'],
    ['date-added', 'publishedAt', '2024-05-01'],
    ['embed_code', 'iframeUrl', '<iframe src="https://example.com/1">'],
    ['mirrors', 'otherLinks', 'https://example.com/1'],
    ['view_count', 'views', '12'],
    ['guid', 'itemId', 'x'],
  ])('from the name %s', (name, field, value) => {
    expect(columnsIn(guessMapping([{ [name]: value }]))).toMatchObject({ [field]: [name] });
  });

  const german = {
    Kennung: 'itemId',
    Titel: 'title',
    Adresse: 'link',
    Vorschaubild: 'imageUrl',
    Dauer: 'duration',
    Schlagwörter: 'tags',
    Darstellerinnen: 'performers',
    Veröffentlicht: 'publishedAt',
    Beschreibung: 'description',
    Aufrufe: 'views',
  };
  const values: Record<string, string> = {
    itemId: 'a1',
    title: 'Slow evening',
    link: 'https://example.com/1',
    imageUrl: 'https://example.com/1.jpg',
    duration: '12:30',
    tags: 'red',
    category: 'City',
    performers: 'Isla Torven',
    publishedAt: '2024-05-01',
    description: 'An evening on the roof.',
    views: '12',
  };
  it.each<[string, Record<string, string>]>([
    ['German', german],
    ['German without umlauts', { Schlagworter: 'tags', Veroeffentlicht: 'publishedAt', LAENGE: 'duration' }],
    ['German of another kind', { Nr: 'itemId', Bild: 'imageUrl', Stichworte: 'tags', 'Erschienen am': 'publishedAt' }],
    ['German with both', { ID: 'itemId', Link: 'link', 'Darsteller/innen': 'performers', Datum: 'publishedAt' }],
    ['French', { Titre: 'title', Lien: 'link', Vignette: 'imageUrl', Durée: 'duration', 'Mots-clés': 'tags' }],
    ['French of the rest', { Acteurs: 'performers', 'Publié le': 'publishedAt', Résumé: 'description', Vues: 'views' }],
    ['Spanish', { Título: 'title', Enlace: 'link', Imagen: 'imageUrl', Duración: 'duration', Etiquetas: 'tags' }],
    ['Spanish of the rest', { Actrices: 'performers', Fecha: 'publishedAt', Descripcion: 'description' }],
    [
      'Italian',
      { Titolo: 'title', Immagine: 'imageUrl', Durata: 'duration', 'Parole chiave': 'tags', Attori: 'performers' },
    ],
    ['Italian of the rest', { Data: 'publishedAt', Descrizione: 'description', Visualizzazioni: 'views' }],
    ['Portuguese', { Imagem: 'imageUrl', Duração: 'duration', 'Palavras-chave': 'tags', Descrição: 'description' }],
    ['Dutch', { Naam: 'title', Afbeelding: 'imageUrl', Duur: 'duration', Trefwoorden: 'tags', Weergaven: 'views' }],
  ])('from names that are %s', (_, names) => {
    const row = Object.fromEntries(Object.entries(names).map(([name, field]) => [name, values[field] ?? '']));
    const expected = Object.fromEntries(Object.entries(names).map(([name, field]) => [field, [name]]));
    expect(columnsIn(guessMapping([row]))).toEqual(expected);
  });

  it.each(['Kategorie', 'Catégories', 'Categoría', 'categorie', 'Rubriek'])('with %s as category and tags', (name) => {
    expect(columnsIn(guessMapping([{ [name]: 'City' }]))).toEqual({ category: [name], tags: [name] });
  });

  it('from the English name where a feed has both', () => {
    const mapping = guessMapping([{ Datum: '2024-05-01', published: '2024-05-02', Nr: '1', id: 'a1' }]);
    expect(columnsIn(mapping)).toEqual({ publishedAt: ['published'], itemId: ['id'] });
  });

  it('against a name that what is in the column contradicts', () => {
    const mapping = guessMapping([
      { title: 'Evening', link: 'yes', target: 'https://example.com/1', time: '2024-05-01 12:00' },
    ]);
    expect(columnsIn(mapping)).toEqual({ title: ['title'], link: ['target'], publishedAt: ['time'] });
  });

  it('never from what only describes a picture or a film', () => {
    const row = {
      'media:thumbnail@url': 'https://example.com/1.jpg',
      'media:thumbnail@width': '320',
      'media:thumbnail@time': '00:12:05',
      'author.name': 'Ann',
    };
    expect(columnsIn(guessMapping([row]))).toEqual({ imageUrl: ['media:thumbnail@url'] });
  });

  it('from what is in the columns of a dump without names', async () => {
    const stars = ['Isla Torven', 'Mara Quill;Isla Torven', 'Mara Quill', ''];
    const feed = Array.from(
      { length: 40 },
      (_, n) =>
        `<iframe src="https://example.com/embed/${n}" width="640"></iframe>|https://example.com/${n}/1.jpg|https://example.com/${n}/1.jpg;https://example.com/${n}/2.jpg|Evening no. ${n} on the roof, by the river|red;blue;tag ${n}|City;Night|${stars[n % 4]}|${300 + n}|${n * 1000}|${n * 3}|${n}|https://example.com/${n}/big.jpg`,
    ).join('\r\n');
    expect((await postsOf(feed))[5]).toMatchObject({
      title: 'Evening no. 5 on the roof, by the river',
      iframeUrl: 'https://example.com/embed/5',
      imageUrl: 'https://example.com/5/1.jpg',
      previewUrls: ['https://example.com/5/2.jpg'],
      tags: ['red', 'blue', 'tag 5', 'City', 'Night'],
      performers: ['Mara Quill', 'Isla Torven'],
      minutes: 5,
      views: 5000,
    });
  });

  it('with an id, a date and a duration among columns without names', async () => {
    const feed = Array.from(
      { length: 30 },
      (_, n) =>
        `${100 + n}\thttps://example.com/${n}\tA title of words ${n}\t12:${10 + n}\t2024-05-${10 + (n % 20)}\thttps://example.com/${n}.jpg`,
    ).join('\n');
    expect((await postsOf(feed))[0]).toMatchObject({
      itemId: '100',
      link: 'https://example.com/0',
      title: 'A title of words 0',
      minutes: 12,
      publishedAt: new Date('2024-05-10T00:00:00Z'),
      imageUrl: 'https://example.com/0.jpg',
    });
  });

  it('with durations that are written in several ways, among columns without names', async () => {
    const durations = ['12:30', '750', 'PT12M30S', '12m30s', '745.5'];
    const feed = Array.from(
      { length: 20 },
      (_, n) =>
        `A title of words ${n}|https://example.com/${n}|https://example.com/${n}.jpg|${n % 2 ? `${n},250` : 1000 + n}|${durations[n % 5]}`,
    ).join('\n');
    expect((await postsOf(feed)).slice(0, 5)).toMatchObject([
      { minutes: 13, views: 1000 },
      { minutes: 13, views: 1250 },
      { minutes: 13, views: 1002 },
      { minutes: 13, views: 3250 },
      { minutes: 12, views: 1004 },
    ]);
  });

  it('with separators, units and the order of dates', () => {
    const rows = Array.from({ length: 10 }, (_, n) => ({
      tags: `a, very; b${n}; c`,
      length: String(10 + n),
      date: `${10 + n}/01/2024`,
    }));
    const { tags, duration, publishedAt } = guessMapping(rows);
    expect(tags).toEqual({ columns: ['tags'], separator: ';' });
    expect(duration).toEqual({ columns: ['length'], unit: 'minutes' });
    expect(publishedAt).toEqual({ columns: ['date'], dateOrder: 'dayFirst' });
    expect(guessMapping([{ duration: '750' }, { duration: '40' }]).duration).toEqual({ columns: ['duration'] });
    expect(guessMapping([{ minutes: '12' }]).duration).toEqual({ columns: ['minutes'], unit: 'minutes' });
  });

  it('with no more than a source can keep', () => {
    const lists = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`Column ${n + 1}`, 'red, blue, green']));
    const odd = { 'ti\u0000tle': 'Evening', [`link${'x'.repeat(300)}`]: 'https://example.com/1' };
    const guessed = guessMapping([{ ...lists, ...odd }, lists]);
    expect(guessed.tags?.columns).toHaveLength(20);
    const used = Object.values(guessed).flatMap(({ columns }) => columns);
    expect(used.filter((name) => name in odd)).toEqual([]);
  });

  it('without falling for names that every object has', () => {
    expect(guessMapping([{ constructor: 'x', toString: 'y' }, { hasOwnProperty: 'z' }, {}])).toEqual({});
    expect(guessMapping([])).toEqual({});
  });
});
