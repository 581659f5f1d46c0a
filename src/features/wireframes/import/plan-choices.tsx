/** The decisions about all rows of the check step: on shelf or not, and which proposals the import takes. */
import { Checkbox } from '@arco-design/web-react'
import type { Proposal } from '../sizes/size-proposals'
import type { CheckRow } from './check-rows'
import type { Draft, DraftState } from './draft'

interface PlanChoicesProps {
  readonly rows: readonly CheckRow[]
  readonly state: DraftState
  readonly enabled: boolean
  readonly onEnabled: (enabled: boolean) => void
  readonly onTakes: Draft['setTakes']
}

export function PlanChoices({ rows, state, enabled, onEnabled, onTakes }: PlanChoicesProps) {
  return (
    <div className="import-choices">
      {rows.some(({ outcome }) => outcome === 'create') && (
        <Checkbox checked={enabled} onChange={onEnabled}>
          新建的线框图直接上架（买家马上可以看到）
        </Checkbox>
      )}
      <AreaChoice rows={rows} checked={state.takesHoles} onChange={(takesHoles) => onTakes({ takesHoles })} />
      <SizeChoice
        origin="factory"
        text="用工厂的尺寸作毫米"
        rows={rows}
        checked={state.takesFactory}
        onChange={(takesFactory) => onTakes({ takesFactory })}
      />
      <SizeChoice
        origin="library"
        text="用机型库的估计尺寸作毫米"
        rows={rows}
        checked={state.takesLibrary}
        onChange={(takesLibrary) => onTakes({ takesLibrary })}
      />
    </div>
  )
}

interface ChoiceProps {
  readonly rows: readonly CheckRow[]
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

/** Takes or refuses the proposed print areas of all rows that have none, and says how many there are. */
function AreaChoice({ rows, checked, onChange }: ChoiceProps) {
  const open = rows.flatMap(({ area }) => (area.origin === 'hole' || area.origin === 'none' ? [area] : []))
  const count = (has: (area: CheckRow['area']) => boolean) => open.filter(has).length
  const found = count(({ hole }) => hole !== null)
  const several = count(({ holeCount }) => (holeCount ?? 0) > 1)
  const without = count(({ holeCount }) => holeCount === 0)
  const pending = count(({ isPending }) => isPending)
  if (found + without + pending === 0) return null
  const texts = [
    ...(several > 0 ? [`${several} 组有几块，取最大的`] : []),
    ...(without > 0 ? [`${without} 组的前景图里没有透明的孔`] : []),
    ...(pending > 0 ? [`还有 ${pending} 组在看前景图`] : []),
  ]
  return (
    <Checkbox checked={checked} disabled={found + pending === 0} onChange={onChange}>
      {found} 组用前景图透明的部分作打印区域
      {texts.length > 0 && <span className="wireframes-hint">（{texts.join('，')}）</span>}
    </Checkbox>
  )
}

interface SizeChoiceProps extends ChoiceProps {
  readonly origin: Proposal['origin']
  readonly text: string
}

/** Takes or refuses the proposals of one origin for all rows that have no millimetres and no better proposal that is taken. */
function SizeChoice({ origin, text, rows, checked, onChange }: SizeChoiceProps) {
  const proposed = rows.filter(
    ({ mm }) =>
      (mm.origin === 'none' || mm.origin === origin) &&
      mm.doubtful !== 'table' &&
      !(origin === 'factory' && mm.doubtful === 'factory') &&
      mm.proposals.some((one) => one.origin === origin),
  )
  const fitting = proposed.filter(({ mm }) => mm.proposals.some((one) => one.origin === origin && one.fits)).length
  const doubtful = origin === 'factory' ? rows.filter(({ mm }) => mm.origin === 'none' && mm.doubtful === 'factory').length : 0
  const misfit = proposed.length - fitting
  if (fitting + doubtful + misfit === 0) return null
  const texts = [
    ...(misfit > 0 ? [`${misfit} 组的形状和图片对不上，没有用`] : []),
    ...(doubtful > 0 ? [`${doubtful} 组工厂给了几种尺寸，请在行里选`] : []),
  ]
  return (
    <Checkbox checked={checked} disabled={fitting === 0} onChange={onChange}>
      {fitting} 组{text}
      {texts.length > 0 && <span className="wireframes-hint">（{texts.join('，')}）</span>}
    </Checkbox>
  )
}
