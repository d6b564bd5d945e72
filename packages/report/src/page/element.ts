/** What an element is made with: properties and listeners by name, attributes where a name has a dash or is a role. */
export type Properties = Readonly<Record<string, string | number | boolean | undefined | ((event: Event) => void)>>;

/**
 * An element with text and elements in it. Text is only ever set as text, so that no name or label can become markup.
 *
 * @example element("p", { class: "lead" }, "about ", element("strong", {}, name))
 */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Properties = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === false) continue;
    if (typeof value === "function") made.addEventListener(key, value);
    else made.setAttribute(key, value === true ? "" : String(value));
  }
  made.append(...children);
  return made;
}

/** The element of the page with an id; there is one where this is asked. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no element ${id}.`);
  return found;
}

let made = 0;

/** An id that nothing else in the page has. */
export function newId(): string {
  return `living-${++made}`;
}
