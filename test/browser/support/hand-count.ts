/** Counts what a person does in the pages of a journey, so that a test can hold it to a bar. */
import type { BrowserContext, Page } from 'playwright-core'

export interface Hands {
  readonly clicks: number
  readonly keys: number
}

export interface HandCount {
  /** Counts in every page of a profile, also in those that it opens later. */
  watch(context: BrowserContext): Promise<void>
  /** Counts a click outside the pages, such as the one in the chooser of photos. */
  clickOutside(): void
  /** Ends a task, and returns what it took. */
  end(task: string): Hands
  /** The tasks so far, with their sum, as lines of a table. */
  table(): string
  readonly all: Hands
}

declare global {
  interface Window {
    handCounted?: (kind: 'click' | 'key') => Promise<void>
  }
}

/** Runs in the page. A press of a mouse or a finger is a click; Enter, Tab, a digit and a Latin letter are keys, and so is a name put in at once. */
function reportHands(): void {
  const report = (kind: 'click' | 'key') => void window.handCounted?.(kind)
  addEventListener('pointerdown', ({ isTrusted }) => isTrusted && report('click'), true)
  addEventListener(
    'keydown',
    ({ isTrusted, key }) => isTrusted && /^(?:Enter|Tab|Backspace|Escape|[\x20-\x7e])$/.test(key) && report('key'),
    true,
  )
  addEventListener(
    'input',
    (event) => event instanceof InputEvent && /[^\x20-\x7e]/.test(event.data ?? '') && report('key'),
    true,
  )
}

export function countHands(): HandCount {
  const tasks: { readonly name: string; readonly hands: Hands }[] = []
  let now = { clicks: 0, keys: 0 }
  const sum = (list: readonly Hands[]): Hands => ({
    clicks: list.reduce((total, { clicks }) => total + clicks, 0),
    keys: list.reduce((total, { keys }) => total + keys, 0),
  })
  const all = () => sum([...tasks.map(({ hands }) => hands), now])
  return {
    async watch(context) {
      await context.exposeBinding('handCounted', (_, kind: 'click' | 'key') => {
        now = kind === 'click' ? { ...now, clicks: now.clicks + 1 } : { ...now, keys: now.keys + 1 }
      })
      await context.addInitScript(reportHands)
    },
    clickOutside() {
      now = { ...now, clicks: now.clicks + 1 }
    },
    end(name) {
      const hands = now
      tasks.push({ name, hands })
      now = { clicks: 0, keys: 0 }
      return hands
    },
    table: () =>
      [...tasks, { name: 'all', hands: all() }]
        .map(
          ({ name, hands: { clicks, keys } }) => `${String(clicks).padStart(3)} clicks ${String(keys).padStart(3)} keys  ${name}`,
        )
        .join('\n'),
    get all() {
      return all()
    },
  }
}

/** Types as a person does: Latin characters key by key, a Chinese text as an input method puts it in. */
export async function typeAsPerson({ keyboard }: Page, text: string): Promise<void> {
  for (const part of text.match(/[\x20-\x7e]+|[^\x20-\x7e]+/g) ?? []) {
    if (/[\x20-\x7e]/.test(part)) await keyboard.type(part)
    else await keyboard.insertText(part)
  }
}
