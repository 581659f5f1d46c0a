import pLimit from 'p-limit'
import type { Template } from '../../../contract/types'
import { docFrom } from '../../../design/template/load'

/** The picture layers of one name in several templates. */
export interface NamedLayers {
  readonly name: string
  readonly layers: number
  /** Ids of the templates that have one. */
  readonly templates: readonly number[]
}

/** Maximum number of templates read at the same time. */
const maxParallelReads = 4

/** Returns the names of the picture layers, those of the most templates first. */
function namesOf(templates: readonly Template[]): readonly NamedLayers[] {
  const found = new Map<string, { layers: number; templates: Set<number> }>()
  for (const template of templates) {
    for (const { type, name } of docFrom(template).layers) {
      if (type !== 'IMAGE') continue
      const entry = found.get(name) ?? { layers: 0, templates: new Set() }
      entry.layers++
      entry.templates.add(template.id)
      found.set(name, entry)
    }
  }
  return [...found]
    .map(([name, entry]) => ({ name, layers: entry.layers, templates: [...entry.templates] }))
    .sort((a, b) => b.templates.length - a.templates.length || b.layers - a.layers || a.name.localeCompare(b.name, 'zh'))
}

/** Reads the templates and returns the names of their layers. `onProgress` gets the number of templates read. */
export async function readNames(
  ids: readonly number[],
  read: (id: number) => Promise<Template>,
  onProgress: (done: number) => void,
): Promise<readonly NamedLayers[]> {
  const limit = pLimit(maxParallelReads)
  let done = 0
  const templates = await Promise.all(
    ids.map((id) =>
      limit(async () => {
        const template = await read(id)
        onProgress(++done)
        return template
      }),
    ),
  )
  return namesOf(templates)
}
