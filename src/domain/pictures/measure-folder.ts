import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesOnDisk } from './scan-pictures.ts';

/** Folders of pictures are named by a hash, so that each of the 256 above them has about as much as any other. */
const shards = 256;
const measuredShards = 4;

const entriesOf = (folder: string) => readdir(folder).catch(() => [] as string[]);

/** About how much the stored pictures take: a few folders stand for all, of which there may be a hundred thousand. */
export const measurePictures = async (folder: string): Promise<number> => {
  let bytes = 0;
  for (let shard = 0; shard < measuredShards; shard++) {
    const path = join(folder, shard.toString(16).padStart(2, '0'));
    for (const picture of await entriesOf(path)) {
      const files = (await entriesOf(join(path, picture))).map((file) => stat(join(path, picture, file)));
      const sizes = (await Promise.allSettled(files)).flatMap((read) =>
        read.status === 'fulfilled' ? read.value.size : [],
      );
      bytes += bytesOnDisk(sizes);
    }
  }
  return (bytes * shards) / measuredShards;
};
