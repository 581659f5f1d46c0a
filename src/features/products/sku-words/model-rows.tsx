import { Checkbox, Select } from '@arco-design/web-react'
import { useMemo } from 'react'
import { libraryName, libraryPhones } from '../../../../contract/library/library'
import type { OwnModel, SkuModel } from '../../../../contract/library/sku-models'
import { phoneName } from '../../../../contract/rules/case-names'
import type { WordsDraft } from './draft'
import type { Proposals } from './proposals'

interface ModelRowsProps {
  readonly proposals: Proposals
  readonly catalogue: readonly OwnModel[]
  readonly draft: WordsDraft
  readonly onChange: (draft: WordsDraft) => void
}

/** All models that may be chosen by name: the catalogue's, and those of the library that it lacks. */
function useModels(catalogue: readonly OwnModel[]): ReadonlyMap<string, SkuModel> {
  return useMemo(() => {
    const own = catalogue.map((model) => ({ name: phoneName(model.brand, model.name), own: model }))
    const names = new Set(own.map(({ name }) => name))
    const others = libraryPhones.map(libraryName).filter((name) => !names.has(name))
    return new Map([...own, ...others.map((name) => ({ name, own: null }))].map((model) => [model.name, model]))
  }, [catalogue])
}

/** The models that SKUs name: each can be unticked, or replaced by another one. */
export function ModelRows({ proposals, catalogue, draft, onChange }: ModelRowsProps) {
  const models = useModels(catalogue)
  const options = useMemo(
    () => [...models.values()].map(({ name, own }) => ({ value: name, label: own ? name : `${name}（新建）` })),
    [models],
  )
  const names = [...proposals.models.keys()]
  if (names.length === 0) return null
  const used = (name: string) => proposals.skus.filter((sku) => sku.refusal === null && sku.models.includes(name)).length
  const tick = (name: string, isOn: boolean) => {
    const offModels = new Set(draft.offModels)
    if (isOn) offModels.delete(name)
    else offModels.add(name)
    onChange({ ...draft, offModels })
  }
  return (
    <section className="words-part" aria-label="型号">
      <h2>型号</h2>
      <ul className="words-rows">
        {names.map((name) => {
          const chosen = draft.models.get(name) ?? proposals.models.get(name)
          return (
            <li key={name}>
              <Checkbox checked={!draft.offModels.has(name)} onChange={(isOn) => tick(name, isOn)}>
                <span className="words-name" title={name}>
                  {name}
                </span>
              </Checkbox>
              <span className="words-count numeric">{used(name)} 个规格</span>
              <Select
                aria-label={`「${name}」用的型号`}
                showSearch
                disabled={draft.offModels.has(name)}
                value={chosen?.name}
                options={options}
                onChange={(other: string) => {
                  const model = models.get(other)
                  if (model) onChange({ ...draft, models: new Map([...draft.models, [name, model]]) })
                }}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
