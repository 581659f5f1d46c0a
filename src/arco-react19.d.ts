import type * as React from 'react'

// Arco 2.66 refers to types that @types/react 19 removed; without these declarations they silently become `any`.
declare global {
  namespace JSX {
    type Element = React.JSX.Element
    type ElementClass = React.JSX.ElementClass
    type IntrinsicElements = React.JSX.IntrinsicElements
  }
}
declare module 'react' {
  type ReactText = string | number
}
