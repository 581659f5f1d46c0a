/**
 * Cutouts that run, kept on this machine: the host goes on when the designer closes or the page dies, and the next designer of the
 * same design takes the result.
 */
import { localValues } from '../../../adapters/storage/values'
import { aiCutoutTypes } from '../../../contract/constants'
import { list, type Of, object, oneOf, orNull, storedList, text } from '../../../contract/ground/schema'

const keptCutout = object({
  /** The layer. */
  uuid: text(),
  type: oneOf(aiCutoutTypes),
  /** Addresses under which the layer may show the picture that is cut out: its own, and that of its file on the server. */
  sourceUrls: list(text()),
  /** Null while the host does not have the picture yet. */
  begun: orNull(object({ taskId: text(), host: orNull(text()) })),
})
export type KeptCutout = Of<typeof keptCutout>

/** Cutouts by the key of their design. */
export interface KeptCutouts {
  read(design: string): readonly KeptCutout[]
  put(design: string, kept: KeptCutout): void
  remove(design: string, uuid: string): void
}

export function createKeptCutouts(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = localValues): KeptCutouts {
  const keyOf = (design: string) => `designer-cutouts/${design}`
  const read = (design: string) => storedList(keptCutout, storage.getItem(keyOf(design)))
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
