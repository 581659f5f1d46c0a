/** Counts what the references of an SVG would expand to: ten nested groups of ten references each draw 10^10 shapes. */

const maxExpanded = 200_000

interface Part {
  /** Elements of this identified part itself. */
  own: number
  readonly targets: string[]
}

export class UseGraph {
  private readonly parts = new Map<string, Part>([['', { own: 0, targets: [] }]])
  private readonly open: (string | null)[] = []

  /** An element begins; `id` names it, `target` is the id it refers to. */
  enter(id: string | undefined, target: string | undefined): void {
    const named = id !== undefined && id !== '' && !this.parts.has(id) ? id : null
    if (named !== null) this.parts.set(named, { own: 0, targets: [] })
    this.open.push(named)
    // An element counts for the document and for every identified part around it.
    for (const name of ['', ...this.open]) {
      const part = name === null ? undefined : this.parts.get(name)
      if (!part) continue
      part.own += 1
      if (target !== undefined) part.targets.push(target)
    }
  }

  leave(): void {
    this.open.pop()
  }

  /** False when references run in a circle or expand past the limit. */
  bounded(): boolean {
    const known = new Map<string, number>()
    const visiting = new Set<string>()
    const expand = (name: string): number => {
      const part = this.parts.get(name)
      if (!part) return 0
      const seen = known.get(name)
      if (seen !== undefined) return seen
      if (visiting.has(name)) return Number.POSITIVE_INFINITY
      visiting.add(name)
      let total = part.own
      for (const target of part.targets) {
        total += expand(target)
        if (total > maxExpanded) break
      }
      visiting.delete(name)
      known.set(name, total)
      return total
    }
    return expand('') <= maxExpanded
  }
}
