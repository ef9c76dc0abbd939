/** Notice, counter-notice and their times follow 17 U.S.C. 512; src/domain/cases keeps them. */
export const copyrightText = `We respect the rights of authors and producers. If a link or an image on this site infringes your copyright, tell us with the [report form](/report), or write to our copyright agent.

# Copyright agent

{{copyrightAgent}}

# What a notice must contain

- your name, as a physical or electronic signature of the owner of the right or of somebody who may act for them,
- the work that is infringed, or a list of works,
- the address of each page of this site that it concerns,
- a way to reach you: postal address, telephone or email,
- your statement that you believe in good faith that the use is not permitted by the owner, an agent of theirs or the law,
- your statement, under penalty of perjury, that the notice is accurate and that you may act for the owner of the right.

We remove what a complete notice names without delay, and tell you so.

# Counter-notice

If something was removed by mistake, whoever is affected may object. A counter-notice must contain:

- your name as a signature, your postal address and telephone,
- what was removed, and the address where it was before,
- your statement, under penalty of perjury, that you believe in good faith that it was removed by mistake,
- your consent to the courts of your place of residence, or of {{jurisdiction}} if you live elsewhere, and that you accept service from whoever sent the notice.

We pass a counter-notice on to whoever sent the notice. Unless they tell us that they have gone to court, what was removed comes back after 10 and at most 14 business days.

# Repeated infringement

We stop linking to sites and partners that infringe copyright again and again. Whoever knowingly misrepresents something in a notice or a counter-notice may be liable for the damage.
`;
