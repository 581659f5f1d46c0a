import { InvalidError } from '../../../contract/call-errors'
import { messageOf } from '../../../contract/ground/thrown'

export interface AddProgress {
  readonly done: number
  readonly total: number
}

/** Thrown when some of the models were not added. */
export class PartlyAddedError extends Error {
  override readonly name = 'PartlyAddedError'
  constructor(
    message: string,
    /** Names that were not added, in the order written, for another attempt. */
    readonly remaining: readonly string[],
    cause: unknown,
  ) {
    super(message, { cause })
  }
}

interface AddModelsInput {
  readonly names: readonly string[]
  readonly add: (name: string) => Promise<unknown>
  readonly onProgress: (progress: AddProgress) => void
  /** Returns true when the seller has cancelled. */
  readonly isCancelled: () => boolean
}

/**
 * Adds models one after another, so that they have the order written. A name that breaks a rule is recorded and the next one
 * tried; any other failure ends the adding, since the next call would fail as well.
 *
 * @throws the failure itself when nothing was added, otherwise a PartlyAddedError with the remaining names.
 */
export async function addModels({ names, add, onProgress, isCancelled }: AddModelsInput): Promise<void> {
  const refused: { name: string; error: unknown }[] = []
  let added = 0
  for (const [index, name] of names.entries()) {
    onProgress({ done: index, total: names.length })
    const remainingNames = () => [...refused.map((one) => one.name), ...names.slice(index)]
    if (isCancelled()) throw new PartlyAddedError(`已停止：新增了 ${added} 个型号，剩下的还在下面`, remainingNames(), null)
    try {
      await add(name)
      added++
    } catch (error) {
      if (error instanceof InvalidError && names.length > 1) {
        refused.push({ name, error })
        continue
      }
      if (added === 0 && refused.length === 0) throw error
      throw new PartlyAddedError(
        `新增了 ${added} 个型号，「${name}」没有成功：${messageOf(error)}。没有新增的还在下面，可以再试一次`,
        remainingNames(),
        error,
      )
    }
  }
  const [firstRefused] = refused
  if (firstRefused === undefined) return
  throw new PartlyAddedError(
    `新增了 ${added} 个型号，${refused.length} 个没有成功：${messageOf(firstRefused.error)}。没有新增的还在下面，请修改后再试`,
    refused.map((one) => one.name),
    firstRefused.error,
  )
}
