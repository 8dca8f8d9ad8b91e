// Elements without markup: text reaches the page as text nodes only.

const SVG = 'http://www.w3.org/2000/svg';

/** Sets attributes, properties and listeners of an element. */
export function put(element, props) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'class') element.setAttribute('class', value);
    else if (name === 'value' || name === 'checked' || name === 'disabled' || name === 'hidden' || name === 'selected') {
      element[name] = value;
    } else if (value === true) element.setAttribute(name, '');
    else if (value === false || value == null) element.removeAttribute(name);
    else element.setAttribute(name, String(value));
  }
  return element;
}

/** An element of HTML; children are elements, texts, or nothing. */
export function h(tag, props, ...children) {
  const element = put(document.createElement(tag), props);
  element.append(...children.flat(Infinity).filter((child) => child != null && child !== false));
  return element;
}

/** An element of SVG. */
export function s(tag, props, ...children) {
  const element = put(document.createElementNS(SVG, tag), props);
  element.append(...children.flat(Infinity).filter((child) => child != null && child !== false));
  return element;
}

/** Replaces all children. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child != null && child !== false));
  return element;
}

/** Changes a text only if it differs, so that selections and readers are left alone. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
  return element;
}

/** Keeps the children of a parent in step with a list; what stays keeps its element and its focus. */
export function keyed(parent, items, key, make, update) {
  const old = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  let at = parent.firstElementChild;
  for (const item of items) {
    const name = String(key(item));
    let child = old.get(name);
    if (child) old.delete(name);
    else {
      child = make(item);
      child.dataset.key = name;
    }
    update?.(child, item);
    if (child === at) at = at.nextElementSibling;
    else parent.insertBefore(child, at);
  }
  for (const child of old.values()) child.remove();
}

/** A button with a name. */
export function button(label, onclick, props) {
  return h('button', { type: 'button', onclick, ...props }, label);
}

/** A labelled field. */
export function labelled(label, field, props) {
  return h('label', { class: 'field', ...props }, h('span', null, label), field);
}

/** A list to choose from: pairs of value and text. */
export function choice(pairs, value, onchange, props) {
  const list = h('select', { ...props, onchange: () => onchange?.(list.value) });
  for (const [name, text] of pairs) list.append(h('option', { value: name, selected: name === value }, text));
  return list;
}
