import { type ReactNode, useMemo, useState } from 'react'
import { localValues } from '../adapters/storage/values'
import type { BuyerLink } from '../contract/types'
import type { Case } from './api'
import { BackButton } from './icon'
import { type Model, Phones } from './phones'

const phoneKey = 'kejiang.buyer.phone'

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
  /** Stands over the question for the phone. */
  readonly head?: ReactNode
}

/** Choosing the phone and then its material and colour. A phone with one colour needs no second question. */
export function CaseChooser({ link, modelId, onChoose, onBack, head = null }: CaseChooserProps) {
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
      head={head}
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
        <BackButton onBack={onBack} label={model.name} />
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
