// A step of a search in a sentence, with its formula. A formula is shown only if it gives the number that
// the search has: what was combined in another way is said to be.

import { number } from '../parts/numbers.js';
import { t } from '../words.js';

const value = (n) => (n === 'inf' ? Infinity : n);

/** How a number came from others: their sum, or the largest plus one for each of the rest. */
function combined(parts, result) {
  const finite = parts.filter((n) => value(n) > 0);
  const texts = finite.map(number);
  const sum = finite.reduce((a, b) => a + value(b), 0);
  if (!finite.length) return '0';
  if (sum === value(result)) return texts.join(' + ');
  const largest = Math.max(...finite.map(value));
  if (largest + finite.length - 1 === value(result)) return `max(${texts.join(', ')}) + ${finite.length - 1}`;
  return null;
}

/** Why a step happened. */
export function why(step, { byId, children, numbers }) {
  const id = step.path.at(-1);
  const node = byId.get(id);
  const name = node?.name ?? '…';
  if (step.event === 'end') return `${t('why-end', { node: name })} ${settled(step, name)}`.trim();
  const within = step.tpn != null && value(step.tpn) !== Infinity ? t('why-within', { tpn: number(step.tpn), tdn: number(step.tdn) }) : '';
  if (step.event === 'expand') return `${t('why-expand', { node: name })} ${within}`.trim();
  if (step.event === 'again') return `${t('why-again', { node: name })} ${within}`.trim();
  const own = (children.get(id) ?? []).map((child) => numbers.get(child) ?? byId.get(child)?.init ?? [1, 1]);
  const parts = [];
  if (own.length && !step.hidden) {
    const [pns, dns] = [own.map((n) => n[0]), own.map((n) => n[1])];
    const [pn, dn] = [number(step.pn), number(step.dn)];
    const isOr = node.type === 'or';
    const formula = isOr ? combined(dns, step.dn) : combined(pns, step.pn);
    const least = Math.min(...(isOr ? pns : dns).map(value)) === value(isOr ? step.pn : step.dn);
    if (formula && least) {
      // A sum of one is no sum.
      const equals = (result) => (formula === result ? result : `${formula} = ${result}`);
      parts.push(isOr ? t('why-or', { node: name, pns: pns.map(number).join(', '), pn, dnf: equals(dn) }) : t('why-and', { node: name, pnf: equals(pn), dns: dns.map(number).join(', '), dn }));
    } else if (value(step.pn) && value(step.dn)) parts.push(t('why-merge'));
  }
  parts.push(settled(step, name));
  if (step.event === 'leave' && value(step.pn) && value(step.dn) && step.tpn != null) {
    if (value(step.pn) >= value(step.tpn)) parts.push(t('why-leave-pn', { pn: number(step.pn), tpn: number(step.tpn) }));
    else if (value(step.dn) >= value(step.tdn)) parts.push(t('why-leave-dn', { dn: number(step.dn), tdn: number(step.tdn) }));
  }
  return parts.filter(Boolean).join(' ');
}

function settled(step, name) {
  if (step.pn === 0) return t('why-proved', { node: name });
  if (step.dn === 0) return t('why-disproved', { node: name });
  return '';
}
