/** Lengths of time. */
export const daySeconds = 86_400;
export const dayMs = daySeconds * 1000;
/** Days of an average month, as cloud providers bill. */
export const monthDays = 365 / 12;
export const monthSeconds = monthDays * daySeconds;
