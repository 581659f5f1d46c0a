import { useMemo, useState } from 'react'
import { localValues } from '../../adapters/storage/values'
import { startOf } from '../../contract/rules/buyer-rights'
import type { BuyerLink } from '../../contract/types'
import type { Case } from './api'
import { guessModel } from './device'

const phoneKey = 'kejiang.buyer.phone'

interface StartProps {
  readonly link: BuyerLink
  readonly onBegin: (start: Case & { readonly templateId: number | null }) => Promise<void>
}

type Model = BuyerLink['brands'][number]['models'][number]

/** Choosing the phone, the case and a template, one after another. */
export function Start({ link, onBegin }: StartProps) {
  const models = useMemo(() => link.brands.flatMap((brand) => brand.models), [link])
  const [model, setModel] = useState<Model | null>(null)
  const [colorId, setColorId] = useState<number | null>(null)
  const colors = useMemo(() => colorsFor(link, model), [link, model])
  const [onlyColor] = colors.length === 1 ? colors : []
  const chosenColor = colors.find(({ id }) => id === colorId) ?? onlyColor
  if (link.cases.length === 0) return <Notice title="暂时没有可以定制的机型" text="请联系卖家，由卖家上架机型后再来。" />
  if (!model) {
    return (
      <Phones
        link={link}
        known={models.find(({ id }) => String(id) === localValues.getItem(phoneKey)) ?? guessModel(models)}
        onChoose={(next) => {
          localValues.setItem(phoneKey, String(next.id))
          setModel(next)
        }}
      />
    )
  }
  if (!chosenColor) return <Cases link={link} model={model} onChoose={setColorId} onBack={() => setModel(null)} />
  return (
    <Templates
      link={link}
      onChoose={(templateId) => onBegin({ phoneModelId: model.id, materialColorId: chosenColor.id, templateId })}
      onBack={() => (onlyColor ? setModel(null) : setColorId(null))}
    />
  )
}

function colorsFor(link: BuyerLink, model: Model | null) {
  const ids = new Set(link.cases.flatMap(([modelId, colorId]) => (modelId === model?.id ? [colorId] : [])))
  return link.materials.flatMap((material) =>
    material.colors.filter(({ id }) => ids.has(id)).map((color) => ({ ...color, material })),
  )
}

export function Notice({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <main className="notice">
      <h1>{title}</h1>
      <p>{text}</p>
    </main>
  )
}

/** Written together, names are found however their words are separated: iphone15pro, iPhone 15 Pro. */
const joined = (text: string) => text.toLowerCase().replace(/[\s\-_]/g, '')

interface PhonesProps {
  readonly link: BuyerLink
  /** The phone that was chosen before, or that this device seems to be. */
  readonly known: Model | null
  readonly onChoose: (model: Model) => void
}

function Phones({ link, known, onChoose }: PhonesProps) {
  const [query, setQuery] = useState('')
  const [brandId, setBrandId] = useState(link.brands[0]?.id ?? 0)
  const wanted = joined(query)
  const shown = wanted
    ? link.brands.flatMap((brand) => brand.models.filter(({ name }) => joined(brand.name + name).includes(wanted)))
    : (link.brands.find(({ id }) => id === brandId)?.models ?? [])
  return (
    <main className="start">
      <header>
        <p className="shop">{link.shopName}</p>
        <h1>您的手机是哪一款？</h1>
      </header>
      {known && (
        <button type="button" className="known" onClick={() => onChoose(known)}>
          <span>{known.name}</span>
          <small>是这一款，继续</small>
        </button>
      )}
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
  const colors = colorsFor(link, model)
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

interface TemplatesProps {
  readonly link: BuyerLink
  readonly onChoose: (templateId: number | null) => Promise<void>
  readonly onBack: () => void
}

function Templates({ link, onChoose, onBack }: TemplatesProps) {
  const { blank } = startOf(link.mode)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const begin = async (templateId: number | null) => {
    if (busy) return
    setBusy(true)
    setProblem(null)
    try {
      await onChoose(templateId)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      setBusy(false)
    }
  }
  return (
    <main className="start">
      <header>
        <button type="button" className="back" onClick={onBack}>
          ‹ 返回
        </button>
        <h1>{link.templates.length > 0 ? '选一个喜欢的款式' : '开始设计'}</h1>
      </header>
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {link.templates.length === 0 && !blank && <p className="hint">卖家还没有上架款式，请联系卖家。</p>}
      <ul className="templates">
        {blank && (
          <li>
            <button type="button" disabled={busy} onClick={() => begin(null)}>
              <span className="blank">＋</span>
              空白设计
            </button>
          </li>
        )}
        {link.templates.map(({ id, name, thumbnailUrl }) => (
          <li key={id}>
            <button type="button" disabled={busy} onClick={() => begin(id)}>
              {thumbnailUrl ? <img src={`${thumbnailUrl}?w=400`} alt="" loading="lazy" /> : <span className="blank" />}
              {name || '未命名'}
            </button>
          </li>
        ))}
      </ul>
    </main>
  )
}
