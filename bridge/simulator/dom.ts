/** Helpers that build DOM elements for the simulator's pages. */
type Props = Readonly<Record<string, string>>

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(props)) node.setAttribute(name, value)
  node.append(...children)
  return node
}

export function button(text: string, action: () => void): HTMLButtonElement {
  const node = element('button', { type: 'button' }, text)
  node.addEventListener('click', action)
  return node
}

export const section = (title: string, ...children: readonly Node[]): HTMLElement =>
  element('section', {}, element('h2', {}, title), ...children)
