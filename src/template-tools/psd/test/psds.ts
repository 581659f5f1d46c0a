/** Fake PSDs for tests of the code after the parser. */
import { abortError } from '../../../../contract/ground/thrown'
import type { GroupMode, Likeness, OpenPsd, PsdArtboard, PsdLayer, PsdLayerReport } from '../../../../imaging/psd/types'

export interface BoardScript {
  readonly id?: string
  readonly name: string
  readonly width?: number
  readonly height?: number
  readonly whole?: boolean
  readonly layers?: readonly Partial<PsdLayer>[]
  readonly report?: readonly Partial<PsdLayerReport>[]
  readonly merged?: boolean
  /** Of both ways to import it. */
  readonly likeness?: Likeness
}

export const picture = (text: string, type = 'image/png'): Blob => new Blob([text], { type })

const artboardFrom = ({ id, name, width = 1000, height = 2000, whole = false, layers = [] }: BoardScript): PsdArtboard => ({
  id: id ?? name,
  name,
  left: 0,
  top: 0,
  width,
  height,
  whole,
  fill: null,
  layerCount: { flatten: layers.length, leaves: layers.length },
})

const layerFrom = (script: Partial<PsdLayer>, index: number): PsdLayer => ({
  id: `layer-${index}`,
  name: `图层 ${index}`,
  left: 0,
  top: 0,
  width: 100,
  height: 100,
  hidden: false,
  picture: picture(`picture ${index}`),
  ...script,
})

export const reportEntry = (script: Partial<PsdLayerReport>): PsdLayerReport => ({
  path: [],
  name: '图层',
  kind: 'pixel',
  fate: 'kept',
  reasons: [],
  looksDifferent: false,
  ...script,
})

/** A client that opens the files it knows and counts the open ones, and the workers that wait for a file. */
export function scriptedClient(files: ReadonlyMap<Blob, readonly BoardScript[] | Error>) {
  const state = { open: 0, opened: 0, maxOpen: 0, prepared: 0, groups: [] as GroupMode[] }
  const aborted = () => abortError()
  const open = async (file: Blob, { signal }: { readonly signal?: AbortSignal } = {}): Promise<OpenPsd> => {
    await Promise.resolve()
    if (signal?.aborted) throw aborted()
    const boards = files.get(file)
    if (boards === undefined) throw new Error('the test knows no such file')
    if (boards instanceof Error) throw boards
    state.open += 1
    state.opened += 1
    state.maxOpen = Math.max(state.maxOpen, state.open)
    let closed = false
    const find = (id: string) => boards.find((board) => (board.id ?? board.name) === id)
    return {
      width: 1000,
      height: 2000,
      colorMode: 'rgb',
      depth: 8,
      artboards: boards.map(artboardFrom),
      notices: [],
      thumbnail: async (id) => picture(`thumbnail ${id}`),
      async *layers(id, { signal: stop, groups = 'flatten', onProgress } = {}) {
        state.groups.push(groups)
        const layers = find(id)?.layers ?? []
        for (const [index, script] of layers.entries()) {
          if (stop?.aborted) throw aborted()
          await Promise.resolve()
          onProgress?.(index + 1, layers.length)
          yield layerFrom(script, index)
        }
      },
      merged: async (id) => (find(id)?.merged ? picture(`merged ${id}`) : null),
      likeness: async (id) => {
        const likeness = find(id)?.likeness
        return likeness === undefined ? null : { flatten: likeness, leaves: likeness }
      },
      report: (id) => (find(id)?.report ?? []).map(reportEntry),
      close() {
        if (!closed) state.open -= 1
        closed = true
      },
    }
  }
  const prepare = () => {
    state.prepared += 1
    return () => {
      state.prepared -= 1
    }
  }
  return { open, prepare, state }
}
