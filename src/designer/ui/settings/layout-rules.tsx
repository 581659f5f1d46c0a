import { Select } from '@arco-design/web-react'
import { useMemo } from 'react'
import { type Anchor, guessRules, type LayoutRule, type Scaling } from '../../../design/rules/relayout'
import { useSession } from '../context'

/** Rules that the seller changed, by uuid. */
export type ChangedRules = ReadonlyMap<string, Partial<LayoutRule>>

const horizontal = options<Anchor>({ start: '靠左', centre: '居中', end: '靠右', share: '按比例' })
const vertical = options<Anchor>({ start: '靠上', centre: '居中', end: '靠下', share: '按比例' })
const scaling = options<Scaling>({ scale: '随画布', fill: '铺满', keep: '不变' })

function options<V extends string>(labels: Readonly<Record<V, string>>) {
  return Object.entries<string>(labels).map(([value, label]) => ({ value: value as V, label }))
}

interface LayoutRulesProps {
  readonly changed: ChangedRules
  readonly onChange: (changed: ChangedRules) => void
}

/** How each layer follows another canvas size: guessed from where it lies, and changed here. */
export function LayoutRules({ changed, onChange }: LayoutRulesProps) {
  const doc = useSession((state) => state.doc)
  const guessed = useMemo(() => guessRules(doc), [doc])
  // The members of a group follow together: its lowest layer stands for it.
  const groups = new Set<string>()
  const listed = doc.layers.filter(({ uuid, groupId }) => {
    if (!guessed.has(uuid) || (groupId !== null && groups.has(groupId))) return false
    if (groupId !== null) groups.add(groupId)
    return true
  })
  if (listed.length === 0) return null
  return (
    <details className="designer-layout-rules">
      <summary>逐层调整（{listed.length}）</summary>
      <ul>
        {listed.map(({ uuid, name, groupId }) => {
          const guess = guessed.get(uuid)
          if (!guess) return null
          const rule = { ...guess, ...changed.get(uuid) }
          const set = (change: Partial<LayoutRule>) => onChange(new Map(changed).set(uuid, { ...changed.get(uuid), ...change }))
          const title = groupId === null ? name : `${name} 等（组合）`
          return (
            <li key={uuid}>
              <span className="designer-layout-name" title={title}>
                {title}
              </span>
              <Select
                size="mini"
                aria-label={`${title}左右`}
                value={rule.horizontal}
                options={horizontal}
                onChange={(value: Anchor) => set({ horizontal: value })}
              />
              <Select
                size="mini"
                aria-label={`${title}上下`}
                value={rule.vertical}
                options={vertical}
                onChange={(value: Anchor) => set({ vertical: value })}
              />
              <Select
                size="mini"
                aria-label={`${title}大小`}
                value={rule.scaling}
                options={scaling}
                onChange={(value: Scaling) => set({ scaling: value })}
              />
            </li>
          )
        })}
      </ul>
    </details>
  )
}
