/** Returns a plain decimal for a reader: `1,234,567.80`. */
export const grouped = (plain: string): string => {
  const [whole, ...places] = plain.split('.');
  return [whole!.replace(/\B(?=(?:\d{3})+(?!\d))/g, ','), ...places].join('.');
};
