import { describe, expect, it } from 'vitest';
import { runs } from '../../support/random.ts';
import { columnsOf, formatOf, mapped, postsOf } from './feeds.ts';

const rss = (items: string) =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>Feed</title>${items}</channel></rss>`;

describe('a feed in XML', () => {
  it('is RSS with Media RSS', async () => {
    const feed = rss(`<item>
      <guid isPermaLink="false">a1</guid>
      <title><![CDATA[Tom & "Jerry" </item>]]></title>
      <link>https://example.com/1?a=1&amp;b=2</link>
      <description>&lt;p&gt;Salt &amp;amp; pepper&lt;/p&gt;</description>
      <pubDate>Wed, 01 May 2024 12:00:00 +0200</pubDate>
      <media:group>
        <media:content url="https://example.com/1.mp4" type="video/mp4" duration="750"/>
        <media:thumbnail url="https://example.com/1.jpg" width="320"/>
        <media:thumbnail url="https://example.com/2.jpg"/>
      </media:group>
      <media:keywords>red, blue</media:keywords>
      <media:credit role="actor">Isla Torven</media:credit>
    </item>`);
    expect(await formatOf(feed)).toEqual({ kind: 'xml', encoding: 'utf-8', path: 'item' });
    expect(await postsOf(feed)).toEqual([
      expect.objectContaining({
        itemId: 'a1',
        title: 'Tom & "Jerry"',
        link: 'https://example.com/1?a=1&b=2',
        description: 'Salt & pepper',
        publishedAt: new Date('2024-05-01T10:00:00Z'),
        minutes: 13,
        imageUrl: 'https://example.com/1.jpg',
        previewUrls: ['https://example.com/2.jpg'],
        tags: ['red', 'blue'],
        performers: ['Isla Torven'],
      }),
    ]);
  });

  it('is Atom, with a picture in the text alone', async () => {
    const feed = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>tag:1</id><title>Rooftop</title>
      <link rel="self" href="https://example.com/self"/><link rel="alternate" href="https://example.com/1"/>
      <updated>2024-05-01T12:00:00Z</updated><category term="red"/><category term="blue"/>
      <content type="html">&lt;img src="https://example.com/1.jpg"&gt;Hello</content></entry></feed>`;
    expect(await postsOf(feed)).toEqual([
      expect.objectContaining({
        itemId: 'tag:1',
        link: 'https://example.com/1',
        imageUrl: 'https://example.com/1.jpg',
        description: 'Hello',
        tags: ['red', 'blue'],
        publishedAt: new Date('2024-05-01T12:00:00Z'),
      }),
    ]);
  });

  it('is XML of any other kind', async () => {
    const video = (n: number) =>
      `<video id="${n}"><title>Title ${n}</title><url>https://example.com/${n}</url><thumbs><thumb>https://example.com/${n}.jpg</thumb><thumb>https://example.com/${n}b.jpg</thumb></thumbs><stars><star>Isla Torven</star></stars></video>`;
    const feed = `<?xml version="1.0"?><export><videos>${video(1)}${video(2)}</videos></export>`;
    expect(await formatOf(feed)).toMatchObject({ path: 'video' });
    expect((await postsOf(feed))[1]).toMatchObject({
      itemId: '2',
      title: 'Title 2',
      link: 'https://example.com/2',
      imageUrl: 'https://example.com/2.jpg',
      previewUrls: ['https://example.com/2b.jpg'],
      performers: ['Isla Torven'],
    });
  });

  it('tells pictures and films of one element apart', async () => {
    const feed = rss(
      '<item><enclosure url="https://example.com/1.jpg" type="image/jpeg"/><media:content medium="image" url="https://example.com/2.jpg"/><media:content url="https://example.com/2.mp4" type="video/mp4"/></item>',
    );
    expect(await columnsOf(feed)).toEqual([
      {
        'enclosure[image]@url': 'https://example.com/1.jpg',
        'enclosure[image]@type': 'image/jpeg',
        'media:content[image]@url': 'https://example.com/2.jpg',
        'media:content[image]@medium': 'image',
        'media:content@url': 'https://example.com/2.mp4',
        'media:content@type': 'video/mp4',
      },
    ]);
  });

  it('is Media RSS with several files of a film, of which one is played, and a sample', async () => {
    const feed = rss(`<item><title>Rooftop</title>
      <media:group>
        <media:content url="https://example.com/low.mp4" type="video/mp4" duration="749" bitrate="300"/>
        <media:content url="https://example.com/high.mp4" type="video/mp4" duration="1500" isDefault="true"/>
        <media:content url="https://example.com/teaser.mp4" type="video/mp4" duration="20" expression="sample"/>
        <media:content url="https://example.com/poster.jpg" medium="image"/>
      </media:group>
      <media:thumbnail url="https://example.com/1.jpg" time="00:01:30"/>
      <media:thumbnail url="https://example.com/2.jpg" time="00:02:30"/>
    </item>`);
    expect(await postsOf(feed)).toMatchObject([
      {
        link: 'https://example.com/high.mp4',
        otherLinks: ['https://example.com/low.mp4'],
        minutes: 25,
        imageUrl: 'https://example.com/1.jpg',
        previewUrls: ['https://example.com/teaser.mp4'],
      },
    ]);
  });

  it('is Media RSS that describes a film within its file', async () => {
    const film = (n: number) => `<media:content url="https://example.com/${n}.mp4" type="video/mp4" duration="750">
        <media:player url="https://example.com/embed/1"/>
        <media:title>Rooftop</media:title>
        <media:description>At night</media:description>
        <media:keywords>red, blue</media:keywords>
        <media:credit role="actor">Isla Torven</media:credit>
        <media:thumbnail url="https://example.com/1.jpg"/><media:thumbnail url="https://example.com/2.jpg"/>
      </media:content>`;
    const feed = rss(`<item><link>https://example.com/1</link><media:group>${film(1)}${film(2)}</media:group></item>`);
    expect(await postsOf(feed)).toMatchObject([
      {
        title: 'Rooftop',
        description: 'At night',
        link: 'https://example.com/1',
        iframeUrl: 'https://example.com/embed/1',
        minutes: 13,
        imageUrl: 'https://example.com/1.jpg',
        previewUrls: ['https://example.com/2.jpg'],
        tags: ['red', 'blue'],
        performers: ['Isla Torven'],
      },
    ]);
  });

  it('has elements and attributes with names that every object has', async () => {
    const feed = rss(
      '<item toString="t"><__proto__>p</__proto__><constructor>c</constructor><constructor>d</constructor><title>River</title></item>',
    );
    const [row] = await columnsOf(feed);
    expect(row).toEqual({ toString: 't', constructor: ['c', 'd'], title: 'River' });
    expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
  });

  it('leaves out what is in comments, and finds rows behind those that have no end', async () => {
    const feed = rss(
      '<!-- <item><title>old</title></item> --><item><title>1</title><item><title>2</title></item><item/><item><title>3</title></item>',
    );
    expect(await columnsOf(feed)).toEqual(['The row has no </item>.', { title: '2' }, {}, { title: '3' }]);
  });

  it('finds rows behind a section that is never closed', async () => {
    const rows = Array.from({ length: 50 }, (_, n) => `<item><title>Title ${n}</title></item>`).join('\n');
    const feed = rss(`<item><title><![CDATA[never closed</title></item>${rows}`);
    const read = await columnsOf(feed, { limits: { rowBytes: 1000 } });
    expect(read).toHaveLength(51);
    expect(read[0]).toBe('The row has no </item>.');
    expect(read[50]).toEqual({ title: 'Title 49' });
  });

  it('reads a feed that is made of sections and tags without ends in a bounded number of looks', async () => {
    const format = { kind: 'xml', encoding: 'utf-8', path: 'item' } as const;
    for (const part of ['<!-- ', '<![CDATA[', '<item a="', '<item><!--']) {
      const rows = await columnsOf(part.repeat(runs(100_000, 400_000)), { format });
      expect(rows.slice(0, 3).every((row) => row === 'The row has no </item>.')).toBe(true);
    }
  });

  it('never expands entities that a document declares, and refuses rows that use them', async () => {
    const item = (title: string) => `<item><title>${title}</title></item>`;
    const feed = `<!DOCTYPE rss [<!ENTITY a "xxxxxxxxxx"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>${rss(
      item('X &b; &lt;') + item('&c;') + item('Salt & pepper; &lt;'),
    )}`;
    expect(await columnsOf(feed)).toEqual([
      'The row uses the entity &b;, which XML does not define.',
      'The row uses the entity &c;, which XML does not define.',
      { title: 'Salt & pepper; <' },
    ]);
  });

  it('takes entities of HTML, and what only looks like one', async () => {
    const feed = rss(
      '<item><title>Caf&eacute;&nbsp;&#39;Noir&#x27;</title><a><![CDATA[&x;]]></a><b>&amp;x;</b><!-- &x; --></item>',
    );
    expect(await columnsOf(feed)).toEqual([{ title: "Caf&eacute;&nbsp;'Noir'", a: '&x;', b: '&x;' }]);
    expect(mapped({ title: 'Caf&eacute;&nbsp;noir', link: 'https://example.com/1', image: '/1.jpg' })).toMatchObject({
      title: 'Café noir',
    });
  });

  it('reports a row that the feed ends in, and one with too many columns', async () => {
    const feed = rss('<item><title>1</title></item><item><title>2</t').replace('</channel></rss>', '');
    expect((await columnsOf(feed))[1]).toBe('The feed ends in the middle of this row.');
    expect(await columnsOf(rss('<item><a/><b/><c/></item>'), { limits: { columns: 2 } })).toEqual([
      'The row has more than 2 columns.',
    ]);
  });
});
