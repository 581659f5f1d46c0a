import { type AppearanceChange, setAppearance } from '../../../../design/commands/layer-appearance'
import type { Layer } from '../../../../design/model/types'
import { useDesigner } from '../context'

type Change = AppearanceChange | ((layer: Layer) => AppearanceChange)

export interface AppearanceEdit {
  /** Shows a change while a control moves; all of one movement are one step. */
  slide(label: string, change: Change): void
  /** Ends a movement. */
  end(): void
  /** Makes a change as one step. */
  pick(label: string, change: Change): void
}

/** Returns the functions that change the appearance of these layers. */
export function useAppearanceEdit(chosen: readonly Layer[]): AppearanceEdit {
  const { session } = useDesigner()
  const uuids = chosen.map(({ uuid }) => uuid)
  const argsOf = (label: string, change: Change) => ({
    uuids,
    label,
    change: typeof change === 'function' ? change : () => change,
  })
  return {
    slide(label, change) {
      if (session.getState().gesture !== label) session.begin(label)
      session.update(setAppearance, argsOf(label, change))
    },
    end: () => session.commit(),
    pick(label, change) {
      session.run(setAppearance, argsOf(label, change))
    },
  }
}
