/**
 * Cutouts that run, kept on this machine: the host goes on when the designer closes or the page dies, and the next designer of the
 * same design takes the result.
 */
import { localValues } from '../../../adapters/storage/values'
import { type AiCutoutType, aiCutoutTypes } from '../../../contract/constants'
import { isFields } from '../../../contract/ground/fields'
import type { BegunCutout } from '../../../imaging/cutout/run'

export interface KeptCutout {
  /** The layer. */
  readonly uuid: string
  readonly type: AiCutoutType
  /** Addresses under which the layer may show the picture that is cut out: its own, and that of its file on the server. */
  readonly sourceUrls: readonly string[]
  /** Null while the host does not have the picture yet. */
  readonly begun: BegunCutout | null
}

/** Cutouts by the key of their design. */
export interface KeptCutouts {
  read(design: string): readonly KeptCutout[]
  put(design: string, kept: KeptCutout): void
  remove(design: string, uuid: string): void
}

export function createKeptCutouts(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = localValues): KeptCutouts {
  const keyOf = (design: string) => `designer-cutouts/${design}`
  const read = (design: string) => parse(storage.getItem(keyOf(design)))
  const write = (design: string, all: readonly KeptCutout[]) => {
    if (all.length === 0) storage.removeItem(keyOf(design))
    else storage.setItem(keyOf(design), JSON.stringify(all))
  }
  const without = (design: string, uuid: string) => read(design).filter((kept) => kept.uuid !== uuid)
  return {
    read,
    put: (design, kept) => write(design, [...without(design, kept.uuid), kept]),
    remove: (design, uuid) => write(design, without(design, uuid)),
  }
}

/** Reads the stored cutouts; entries of another version of the page or of a damaged store are ignored. */
function parse(text: string | null): readonly KeptCutout[] {
  try {
    const found: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(found) ? found.filter(isKept) : []
  } catch {
    return []
  }
}

function isKept(value: unknown): value is KeptCutout {
  if (!isFields(value) || typeof value.uuid !== 'string') return false
  const { type, sourceUrls, begun } = value
  if (!aiCutoutTypes.some((one) => one === type)) return false
  if (!Array.isArray(sourceUrls) || sourceUrls.some((url) => typeof url !== 'string')) return false
  if (begun === null) return true
  return isFields(begun) && typeof begun.taskId === 'string' && (begun.host === null || typeof begun.host === 'string')
}
