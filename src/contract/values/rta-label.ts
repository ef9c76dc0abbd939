/** "Restricted to Adults": the label that parental-control software looks for (rtalabel.org). */
export const rtaLabel = 'RTA-5042-1996-1400-1577-RTA';
