import { Select } from '@arco-design/web-react'
import { textLimits } from '../../../../contract/rules/limits'
import type { PhoneCaseMaterial } from '../../../../contract/types'
import type { WordsDraft } from './draft'
import { type CaseChoice, type Choice, colorIn, type NamedCase, type Proposals } from './proposals'

type Known = readonly { readonly id: number; readonly name: string }[]

/** A value of a select: `#3` is the id of what the catalogue has, everything else a new name. */
const selectValue = (choice: Choice | null): string | undefined =>
  choice === null ? undefined : choice.id === null ? choice.name : `#${choice.id}`

function choiceOf(value: string | undefined, known: Known): Choice | null {
  const typed = value?.normalize('NFC').trim().slice(0, textLimits.name) ?? ''
  if (typed === '') return null
  const own = known.find(({ id, name }) => `#${id}` === typed || name === typed)
  return own ? { id: own.id, name: own.name } : { id: null, name: typed }
}

function optionsOf(known: Known, chosen: Choice | null, offered: readonly (string | null)[]) {
  const names = new Set([...offered, chosen?.id === null ? chosen.name : null].filter((name) => name !== null))
  for (const { name } of known) names.delete(name)
  return [
    ...known.map(({ id, name }) => ({ value: `#${id}`, label: name })),
    ...[...names].map((name) => ({ value: name, label: `${name}（新建）` })),
  ]
}

/** Materials of printed cases that are sold most, for shops whose SKUs name none; our judgement. */
const commonMaterials = ['透明软壳', '黑边磨砂壳', '亮面硬壳']

/** Gives a case another material, and the colour of the same name in it. */
function withMaterial(
  named: NamedCase,
  choice: CaseChoice,
  value: string | undefined,
  materials: readonly PhoneCaseMaterial[],
): CaseChoice {
  const material = choiceOf(value, materials)
  const name = choice.color?.name ?? named.color
  const within = materials.find(({ id }) => id === material?.id)
  return { material, color: name === null ? null : (colorIn(within, name) ?? { id: null, name }) }
}

const noChoice: CaseChoice = { material: null, color: null }

interface CaseRowsProps {
  readonly proposals: Proposals
  readonly materials: readonly PhoneCaseMaterial[]
  readonly draft: WordsDraft
  readonly onChange: (draft: WordsDraft) => void
}

/** The materials and colours that SKUs name, each with what it becomes: one of the catalogue's, or a new one. */
export function CaseRows({ proposals, materials, draft, onChange }: CaseRowsProps) {
  if (proposals.cases.length === 0) return null
  const choiceFor = ({ key }: NamedCase) => draft.cases.get(key) ?? noChoice
  const change = (changed: readonly (readonly [string, CaseChoice])[]) =>
    onChange({ ...draft, cases: new Map([...draft.cases, ...changed]) })
  const unnamed = proposals.cases.filter(({ material }) => material === null)
  return (
    <section className="words-part" aria-label="材质和颜色">
      <h2>材质和颜色</h2>
      {unnamed.length > 1 && (
        <div className="words-all">
          <span>没有写材质的都用</span>
          <Select
            aria-label="没有写材质的都用"
            placeholder="选择或输入一种材质"
            allowCreate
            showSearch
            options={optionsOf(materials, null, commonMaterials)}
            onChange={(value: string | undefined) =>
              change(unnamed.map((named) => [named.key, withMaterial(named, choiceFor(named), value, materials)]))
            }
          />
        </div>
      )}
      <ul className="words-rows">
        {proposals.cases.map((named) => (
          <Row
            key={named.key}
            named={named}
            materials={materials}
            choice={choiceFor(named)}
            onChange={(choice) => change([[named.key, choice]])}
          />
        ))}
      </ul>
    </section>
  )
}

interface RowProps {
  readonly named: NamedCase
  readonly materials: readonly PhoneCaseMaterial[]
  readonly choice: CaseChoice
  readonly onChange: (choice: CaseChoice) => void
}

function Row({ named, materials, choice, onChange }: RowProps) {
  const words = [named.material, named.color].filter((word) => word !== null).join(' · ')
  const colors = materials.find(({ id }) => id === choice.material?.id)?.colors ?? []
  return (
    <li>
      <span className="words-name" title={words}>
        {words}
      </span>
      <span className="words-count numeric">{named.count} 个规格</span>
      <Select
        aria-label={`「${words}」的材质`}
        placeholder="没有写材质，请选择"
        allowCreate
        allowClear
        showSearch
        value={selectValue(choice.material)}
        options={optionsOf(materials, choice.material, named.material === null ? commonMaterials : [named.material])}
        onChange={(value: string | undefined) => onChange(withMaterial(named, choice, value, materials))}
      />
      <Select
        aria-label={`「${words}」的颜色`}
        placeholder={choice.material === null ? '先选材质' : '没有写颜色，可以选择'}
        allowCreate
        allowClear
        showSearch
        disabled={choice.material === null}
        value={choice.material === null ? undefined : selectValue(choice.color)}
        options={optionsOf(colors, choice.color, [named.color])}
        onChange={(value: string | undefined) => onChange({ ...choice, color: choiceOf(value, colors) })}
      />
    </li>
  )
}
