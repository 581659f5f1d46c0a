import { Button, Select } from '@arco-design/web-react'
import { setLayoutRule } from '../../../../design/commands/settings'
import { equalValues } from '../../../../design/model/equal'
import type { Anchor, LayoutRule, Scaling } from '../../../../design/model/types'
import { layoutBodies } from '../../../../design/rules/relayout'
import { Unfold } from '../../../ui/unfold'
import { useDesigner, useSession } from '../context'

const horizontal = options<Anchor>({ start: '靠左', centre: '居中', end: '靠右', share: '按比例' })
const vertical = options<Anchor>({ start: '靠上', centre: '居中', end: '靠下', share: '按比例' })
const scaling = options<Scaling>({ scale: '随画布', fill: '铺满', keep: '不变' })

function options<V extends string>(labels: Readonly<Record<V, string>>) {
  return Object.entries<string>(labels).map(([value, label]) => ({ value: value as V, label }))
}

interface Listed {
  readonly uuids: readonly string[]
  readonly title: string
  readonly rule: LayoutRule
  readonly chosen: Partial<LayoutRule> | null
}

/** How each layer follows another canvas size: guessed from where it lies, changed here, and saved with the design. */
export function LayoutRules() {
  const { session } = useDesigner()
  const listed = useSession(
    ({ doc }) =>
      layoutBodies(doc).map(({ layers, rule }): Listed => {
        const [{ name, groupId }] = layers
        const chosen = layers.find(({ layoutRule }) => layoutRule !== null)?.layoutRule ?? null
        return { uuids: layers.map(({ uuid }) => uuid), title: groupId === null ? name : `${name} 等（组合）`, rule, chosen }
      }),
    equalValues,
  )
  if (listed.length === 0) return null
  const isChanged = listed.some(({ chosen }) => chosen !== null)
  return (
    <Unfold className="designer-layout-rules" summary={`逐层调整（${listed.length}）`}>
      <p className="designer-hint">调整后会随模板保存，“各机型效果”也按这里的方式适配。</p>
      <ul>
        {listed.map(({ uuids, title, rule, chosen }) => {
          const set = (change: Partial<LayoutRule>) => session.run(setLayoutRule, { uuids, rule: { ...chosen, ...change } })
          return (
            <li key={uuids[0]}>
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
      {isChanged && (
        <Button
          size="mini"
          type="text"
          onClick={() => session.run(setLayoutRule, { uuids: listed.flatMap(({ uuids }) => uuids), rule: null })}
        >
          恢复自动适配
        </Button>
      )}
    </Unfold>
  )
}
