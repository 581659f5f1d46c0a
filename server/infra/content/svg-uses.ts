/** Counts how many elements an SVG's references would expand to: ten nested groups of ten references each draw 10^10 shapes. */

const maxExpanded = 200_000
/** Maximum nesting depth of references and groups. */
const maxDeep = 1000

/** Counts the elements inside one element with an id, except those inside descendants with ids. */
interface Part {
  own: number
  readonly children: Part[]
  /** Number of references to each id. */
  readonly targets: Map<string, number>
}

const newPart = (): Part => ({ own: 0, children: [], targets: new Map() })
const localReference = /url\(\s*["']?#([\w.:-]+)/g

/** Returns the ids that an attribute's or property's value refers to by `url(#…)`: masks, patterns, filters, markers. */
export const referencesIn = (value: string): string[] => [...value.matchAll(localReference)].map(([, id = '']) => id)

interface Entered {
  readonly name: string
  readonly id: string | undefined
  readonly classes: readonly string[]
  readonly targets: readonly string[]
}

export class UseGraph {
  private readonly root = newPart()
  /** Open elements; the innermost is last. */
  private readonly open: Part[] = [this.root]
  private readonly byId = new Map<string, Part[]>()
  /** Maps each `.class` and element name to the parts that contain such elements and how many. */
  private readonly bySelector = new Map<string, Map<Part, number>>()
  private readonly sheets: { readonly selector: string | undefined; readonly targets: readonly string[] }[] = []

  /** Records the start of an element; `targets` are the ids that it refers to. */
  enter({ name, id, classes, targets }: Entered): void {
    const around = this.innermost()
    const named = id === undefined || id === '' ? around : newPart()
    if (named !== around) {
      around.children.push(named)
      // When several elements have the same id, each reference counts all of them, because readers differ in which one they use.
      this.byId.set(id ?? '', [...(this.byId.get(id ?? '') ?? []), named])
    }
    this.open.push(named)
    named.own += 1
    for (const target of targets) named.targets.set(target, (named.targets.get(target) ?? 0) + 1)
    for (const selector of [name, ...classes.map((one) => `.${one}`)]) {
      const bearers = this.bySelector.get(selector) ?? new Map<Part, number>()
      bearers.set(named, (bearers.get(named) ?? 0) + 1)
      this.bySelector.set(selector, bearers)
    }
  }

  leave(): void {
    this.open.pop()
  }

  /**
   * Records a cleaned style sheet. A rule is assumed to match every element of the class or name at the end of its selector, or
   * every element if there is neither.
   */
  style(sheet: string): void {
    for (const [, selector = '', declarations = ''] of sheet.matchAll(/([^{}]*)\{([^{}]*)\}/g)) {
      const targets = referencesIn(declarations)
      if (targets.length === 0) continue
      for (const one of selector.split(',')) {
        const last = /[^\s>+~]+$/.exec(one.trim())?.[0] ?? ''
        this.sheets.push({ selector: (/\.[\w-]+/.exec(last) ?? /^[a-z]\w*/i.exec(last))?.[0], targets })
      }
    }
  }

  /** Returns false when references form a cycle or expand beyond the limit. */
  bounded(): boolean {
    this.applySheets()
    const known = new Map<Part, number>()
    const visiting = new Set<Part>()
    const expand = (part: Part): number => {
      const expandedSize = known.get(part)
      if (expandedSize !== undefined) return expandedSize
      if (visiting.has(part) || visiting.size > maxDeep) return Number.POSITIVE_INFINITY
      visiting.add(part)
      let total = part.own
      for (const child of part.children) total += expand(child)
      for (const [id, times] of part.targets) {
        for (const target of this.byId.get(id) ?? []) total += times * expand(target)
        if (total > maxExpanded) break
      }
      visiting.delete(part)
      known.set(part, total)
      return total
    }
    return expand(this.root) <= maxExpanded
  }

  private innermost(): Part {
    return this.open.at(-1) ?? this.root
  }

  private applySheets(): void {
    for (const { selector, targets } of this.sheets) {
      const bearers = selector === undefined ? this.everyPart() : (this.bySelector.get(selector) ?? [])
      for (const [part, times] of bearers) {
        for (const target of targets) part.targets.set(target, (part.targets.get(target) ?? 0) + times)
      }
    }
  }

  private everyPart(): [Part, number][] {
    return [this.root, ...[...this.byId.values()].flat()].map((part) => [part, part.own])
  }
}
