import { useEffect, useMemo, useState } from 'react'
import { localValues } from '../adapters/storage/values'
import type { BuyerLink } from '../contract/types'
import type { Case } from './api'
import { askForModel, likelyModels, thisDevice } from './device'

const phoneKey = 'kejiang.buyer.phone'

type Model = BuyerLink['brands'][number]['models'][number]

/** Returns the materials' colours in which a model is on sale. */
export function colorsFor(link: BuyerLink, modelId: number | null) {
  const ids = new Set(link.cases.flatMap(([model, colorId]) => (model === modelId ? [colorId] : [])))
  return link.materials.flatMap((material) =>
    material.colors.filter(({ id }) => ids.has(id)).map((color) => ({ ...color, material })),
  )
}

/** Returns the name of a case: its phone, its material and its colour. */
export function caseName(link: BuyerLink, { phoneModelId, materialColorId }: Case): string {
  const model = link.brands.flatMap(({ models }) => models).find(({ id }) => id === phoneModelId)
  const color = link.materials
    .flatMap((material) => material.colors.map((one) => ({ ...one, material: material.name })))
    .find(({ id }) => id === materialColorId)
  return [model?.name ?? '这款手机', color?.material, color?.name].filter(Boolean).join(' · ')
}

interface CaseChooserProps {
  readonly link: BuyerLink
  /** The phone whose materials and colours are shown first; null asks for the phone. */
  readonly modelId: number | null
  readonly onChoose: (chosen: Case) => void
  /** Leaves the choice; null where no screen lies before it. */
  readonly onBack: (() => void) | null
}

/** Choosing the phone and then its material and colour. A phone with one colour needs no second question. */
export function CaseChooser({ link, modelId, onChoose, onBack }: CaseChooserProps) {
  const models = useMemo(() => link.brands.flatMap((brand) => brand.models), [link])
  const [model, setModel] = useState<Model | null>(models.find(({ id }) => id === modelId) ?? null)
  if (model) {
    return (
      <Cases
        link={link}
        model={model}
        onChoose={(materialColorId) => onChoose({ phoneModelId: model.id, materialColorId })}
        onBack={() => setModel(null)}
      />
    )
  }
  return (
    <Phones
      link={link}
      known={models.find(({ id }) => String(id) === localValues.getItem(phoneKey)) ?? null}
      onBack={onBack}
      onChoose={(next) => {
        localValues.setItem(phoneKey, String(next.id))
        const [first, ...others] = colorsFor(link, next.id)
        if (first && others.length === 0) onChoose({ phoneModelId: next.id, materialColorId: first.id })
        else setModel(next)
      }}
    />
  )
}

/** Written together, names are found however their words are separated: iphone15pro, iPhone 15 Pro. */
const joined = (text: string) => text.toLowerCase().replace(/[\s\-_]/g, '')

/** Returns the models that this device may be. The guess by the facts that are known at once is shown at once, so that the list does not jump. */
function useLikelyModels(link: BuyerLink): readonly Model[] {
  const [likely, setLikely] = useState(() => likelyModels(link.brands, thisDevice()))
  const isKnown = likely.length > 0
  useEffect(() => {
    if (isKnown) return
    let isCurrent = true
    void askForModel().then((model) => isCurrent && model && setLikely(likelyModels(link.brands, thisDevice(model))))
    return () => {
      isCurrent = false
    }
  }, [link, isKnown])
  return likely
}

interface PhonesProps {
  readonly link: BuyerLink
  /** The phone that was chosen before. */
  readonly known: Model | null
  readonly onChoose: (model: Model) => void
  readonly onBack: (() => void) | null
}

function Phones({ link, known, onChoose, onBack }: PhonesProps) {
  const [query, setQuery] = useState('')
  const likely = useLikelyModels(link)
  const offered = known ? [known] : likely
  const [brandId, setBrandId] = useState(link.brands[0]?.id ?? 0)
  const wanted = joined(query)
  const shown = wanted
    ? link.brands.flatMap((brand) => brand.models.filter(({ name }) => joined(brand.name + name).includes(wanted)))
    : (link.brands.find(({ id }) => id === brandId)?.models ?? [])
  return (
    <main className="start">
      <header>
        {onBack && (
          <button type="button" className="back" onClick={onBack}>
            ‹ 返回
          </button>
        )}
        <p className="shop">{link.shopName}</p>
        <h1>您的手机是哪一款？</h1>
      </header>
      {offered.length > 1 && <p className="hint">看屏幕，您的手机可能是：</p>}
      {offered.map((model) => (
        <button key={model.id} type="button" className="known" onClick={() => onChoose(model)}>
          <span>{model.name}</span>
          <small>是这一款，继续</small>
        </button>
      ))}
      <input
        type="search"
        aria-label="搜索机型"
        placeholder="搜索机型，如 iPhone 15 Pro"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      {!wanted && (
        <div className="tabs" role="tablist" aria-label="品牌">
          {link.brands.map(({ id, name }) => (
            <button key={id} type="button" role="tab" aria-selected={id === brandId} onClick={() => setBrandId(id)}>
              {name}
            </button>
          ))}
        </div>
      )}
      <ul className="models">
        {shown.map((model) => (
          <li key={model.id}>
            <button type="button" onClick={() => onChoose(model)}>
              {model.name}
            </button>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className="hint">没有找到「{query}」，可以试试更短的名字，或联系卖家。</p>}
    </main>
  )
}

interface CasesProps {
  readonly link: BuyerLink
  readonly model: Model
  readonly onChoose: (colorId: number) => void
  readonly onBack: () => void
}

function Cases({ link, model, onChoose, onBack }: CasesProps) {
  const colors = colorsFor(link, model.id)
  return (
    <main className="start">
      <header>
        <button type="button" className="back" onClick={onBack}>
          ‹ {model.name}
        </button>
        <h1>选择材质与颜色</h1>
      </header>
      {link.materials.map((material) => {
        const own = colors.filter((color) => color.material.id === material.id)
        if (own.length === 0) return null
        return (
          <section key={material.id} aria-label={material.name}>
            <h2>{material.name}</h2>
            <div className="colors">
              {own.map(({ id, name, color }) => (
                <button key={id} type="button" onClick={() => onChoose(id)}>
                  <span className="dot" style={{ background: color ?? 'transparent' }} />
                  {name}
                </button>
              ))}
            </div>
          </section>
        )
      })}
    </main>
  )
}
