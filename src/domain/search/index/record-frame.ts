/** How records lie in their file: each at a multiple of eight bytes, so that 32 bits reach 32 GB. */
export const unit = 8;
/** The position of a video without a record: the first unit stays unused. */
export const noRecord = 0;
/** Each record follows its length and its checksum. */
export const headerBytes = 8;
/** More than any post may have. Longer ones are read from the database. */
export const maxRecordBytes = 256 * 1024;

export const roundUp = (bytes: number) => Math.ceil(bytes / unit) * unit;
