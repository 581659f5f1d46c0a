import { Alert, Button, Input, Select } from '@arco-design/web-react'
import { IconDelete, IconPlus } from '@arco-design/web-react/icon'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { textLimits } from '../../../contract/rules/limits'
import type { AutomationRuleRow } from '../../../contract/types'
import { automationKeys } from '../../api/queries/automation'
import { useApi } from '../../api/services'
import { FailureText } from '../../ui/failure-view'
import { Modal } from '../../ui/modal'
import { toastSuccess } from '../../ui/toast'
import { useOneAtATime } from '../../ui/use-one-at-a-time'
import { ActionFields, ConditionFields } from './part-fields'
import {
  type Action,
  actionTitles,
  type Condition,
  conditionTitles,
  type Names,
  newAction,
  newCondition,
  ruleProblem,
  ruleSentence,
} from './rule-texts'

interface RuleDialogProps {
  readonly visible: boolean
  /** Absent: a new rule. */
  readonly rule: AutomationRuleRow | undefined
  readonly names: Names
  readonly username: string
  readonly onClose: () => void
}

const optionsOf = <K extends string>(titles: Readonly<Record<K, string>>) =>
  (Object.keys(titles) as K[]).map((kind) => ({ value: kind, label: titles[kind] }))

/** A part with a key of its own, so that a removed one takes its fields along. */
interface Keyed<P> {
  readonly key: number
  readonly part: P
}
let keys = 0
const keyed = <P,>(part: P): Keyed<P> => ({ key: ++keys, part })

/** Makes or changes a rule, which reads as a sentence. */
export function RuleDialog({ visible, rule, names, username, onClose }: RuleDialogProps) {
  return (
    <Modal
      title={rule ? '修改规则' : '新增规则'}
      visible={visible}
      footer={null}
      onCancel={onClose}
      style={{ width: 'min(720px, 96vw)' }}
      unmountOnExit
    >
      <RuleForm key={rule?.id ?? 0} rule={rule} names={names} username={username} onClose={onClose} />
    </Modal>
  )
}

function RuleForm({ rule, names, username, onClose }: Omit<RuleDialogProps, 'visible'>) {
  const api = useApi()
  const queries = useQueryClient()
  const [name, setName] = useState(rule?.name ?? '')
  const [conditions, setConditions] = useState(() => (rule?.conditions ?? []).map((part) => keyed<Condition>(part)))
  const [actions, setActions] = useState(() => (rule?.actions ?? []).map((part) => keyed<Action>(part)))
  const [problem, setProblem] = useState<unknown>(null)
  const parts = { conditions: conditions.map(({ part }) => part), actions: actions.map(({ part }) => part) }
  const missing = ruleProblem(name, parts.conditions, parts.actions)
  const save = useOneAtATime(async () => {
    if (missing !== null) return setProblem(missing)
    const body = { name: name.trim(), ...parts }
    try {
      if (rule) await api.automationRules.update({ params: { id: rule.id }, body }, { quiet: true })
      else await api.automationRules.create({ body }, { quiet: true })
    } catch (error) {
      return setProblem(error)
    } finally {
      void queries.invalidateQueries({ queryKey: automationKeys.all })
    }
    toastSuccess('已保存')
    onClose()
  })
  return (
    <div className="rule-form">
      <Input aria-label="规则名称" placeholder="规则名称" maxLength={textLimits.ruleName} value={name} onChange={setName} />
      <h3>当这些都符合</h3>
      {conditions.map(({ key, part }) => (
        <div key={key} className="rule-part">
          <span>{conditionTitles[part.kind]}</span>
          <ConditionFields
            part={part}
            names={names}
            onChange={(changed) => setConditions((all) => all.map((one) => (one.key === key ? { key, part: changed } : one)))}
          />
          <Button
            aria-label={`删除条件：${conditionTitles[part.kind]}`}
            type="text"
            icon={<IconDelete />}
            onClick={() => setConditions((all) => all.filter((one) => one.key !== key))}
          />
        </div>
      ))}
      <Select
        aria-label="加条件"
        placeholder="＋ 加条件"
        value={undefined as unknown as string}
        options={optionsOf(conditionTitles)}
        onChange={(kind: string) => setConditions((all) => [...all, keyed(newCondition(kind as Condition['kind']))])}
      />
      <h3>就</h3>
      {actions.map(({ key, part }) => (
        <div key={key} className="rule-part">
          <span>{actionTitles[part.kind]}</span>
          <ActionFields
            part={part}
            names={names}
            onChange={(changed) => setActions((all) => all.map((one) => (one.key === key ? { key, part: changed } : one)))}
          />
          <Button
            aria-label={`删除动作：${actionTitles[part.kind]}`}
            type="text"
            icon={<IconDelete />}
            onClick={() => setActions((all) => all.filter((one) => one.key !== key))}
          />
        </div>
      ))}
      {actions.length < 3 && (
        <Select
          aria-label="加动作"
          placeholder="＋ 加动作"
          value={undefined as unknown as string}
          options={optionsOf(actionTitles)}
          onChange={(kind: string) => setActions((all) => [...all, keyed(newAction(kind as Action['kind'], username))])}
        />
      )}
      <NewTag />
      {missing === null && <p className="rule-sentence">{ruleSentence(parts, names)}。</p>}
      {rule?.isMoney && rule.isOn && <Alert type="warning" content="改了条件或动作后，规则会停用，须重新试算再启用。" />}
      {problem !== null && (
        <Alert type="error" content={typeof problem === 'string' ? problem : <FailureText error={problem} />} />
      )}
      <div className="rule-foot">
        <Button onClick={onClose}>取消</Button>
        <Button type="primary" onClick={() => void save()}>
          保存
        </Button>
      </div>
    </div>
  )
}

/** Makes a tag that rules and orders can then have. */
function NewTag() {
  const api = useApi()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<unknown>(null)
  const add = useOneAtATime(async () => {
    try {
      await api.orderTags.create({ body: { name } }, { quiet: true })
      setName('')
      setProblem(null)
    } catch (error) {
      setProblem(error)
    }
    await queries.invalidateQueries({ queryKey: automationKeys.tags() })
  })
  return (
    <div className="rule-part">
      <Input
        aria-label="新标签"
        placeholder="需要新的标签？在这里写它的名字"
        maxLength={textLimits.orderTag}
        value={name}
        onChange={setName}
      />
      <Button icon={<IconPlus />} disabled={name.trim() === ''} onClick={() => void add()}>
        新增标签
      </Button>
      {problem !== null && <FailureText error={problem} />}
    </div>
  )
}
