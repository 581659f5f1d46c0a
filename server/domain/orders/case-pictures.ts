/** Reads the pictures of a customization's case as they were when its order came in. */
import type { Deps } from '../../kernel/context'
import type { CasePictures } from '../../ports/sheets'
import { readStored } from './picture-bytes'
import type { StoredSnapshot } from './snapshot'

/** Returns null for a case without pictures. Rejects with a Failure in words for the seller when one of them is lost. */
export async function readCasePictures(
  deps: Pick<Deps, 'storage'>,
  wireframe: StoredSnapshot['wireframe'] | undefined,
): Promise<CasePictures | null> {
  if (!wireframe || (wireframe.backgroundKey === null && wireframe.foregroundKey === null)) return null
  const read = async (key: string | null) => (key === null ? null : readStored(deps, key))
  const [under, over] = await Promise.all([read(wireframe.backgroundKey), read(wireframe.foregroundKey)])
  return { width: wireframe.width, height: wireframe.height, under, over }
}
