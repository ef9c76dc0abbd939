/** On 18 U.S.C. 2257 and laws like it. */
export const recordsText = `This site is a directory. It hosts no videos, and its operator has produced none of the videos that it links to, nor hired, chosen or paid the people in them. The records that the law asks producers of such videos for (in the United States, 18 U.S.C. 2257 and 2257A) are kept by those producers and by the sites that host the videos.

# What we list

Everybody in the videos that we link to must have been an adult when they were filmed, and must have agreed to be filmed and shown. Videos that may show a minor, or somebody who did not agree, are not listed. If you doubt it of any video, please [report it](/report): what may show a minor is hidden at once, before anybody here looks at it.

# Custodian of records

Questions about the records of this site go to:

{{recordsCustodian}}
`;
