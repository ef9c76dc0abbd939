/**
 * What the law wants to know about an operator. Settings of their own, so that several pages can name them. Apart from their
 * labels, because public pages load the default settings.
 */
export const noOperatorFacts = {
  name: '',
  address: '',
  jurisdiction: '',
  copyrightAgentName: '',
  copyrightAgentAddress: '',
  copyrightAgentEmail: '',
  copyrightAgentPhone: '',
  recordsCustodianName: '',
  recordsCustodianAddress: '',
};
