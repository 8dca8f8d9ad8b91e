// Numbers as people read them.

/** 1234567 as 1,234,567. */
export function grouped(n) {
  return n == null ? '' : Number(n).toLocaleString('en-US');
}

/** 1234567 as 1.23 M. */
export function short(n) {
  if (n == null) return '';
  const units = [[1e9, ' G'], [1e6, ' M'], [1e3, ' K']];
  for (const [size, unit] of units) if (n >= size) return (n / size).toPrecision(3) + unit;
  return String(Math.round(n));
}

/** A proof or disproof number; "inf" comes as a text. */
export function number(n) {
  if (n === 'inf') return '∞';
  return typeof n === 'number' ? grouped(n) : String(n ?? '');
}

/** Seconds as minutes and seconds. */
export function clock(seconds) {
  const s = Math.floor(seconds ?? 0);
  const two = (n) => String(n).padStart(2, '0');
  const [hours, minutes] = [Math.floor(s / 3600), Math.floor(s / 60) % 60];
  return (hours ? `${hours}:` : '') + `${two(minutes)}:${two(s % 60)}`;
}

/** Bytes as MiB or GiB. */
export function bytes(n) {
  if (n >= 1 << 30) return `${+(n / (1 << 30)).toFixed(1)} GiB`;
  if (n >= 1 << 20) return `${Math.round(n / (1 << 20))} MiB`;
  return n >= 1024 ? `${Math.round(n / 1024)} KiB` : `${n} B`;
}

/** Numbers on a scale on which a proof number of 1 and of a million both show. */
export function scaled(n) {
  if (n === 'inf') return 1;
  return Math.min(1, Math.log2(1 + Math.max(0, Number(n) || 0)) / 24);
}
