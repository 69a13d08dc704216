import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  /** Shown in place of a page that cannot be loaded or breaks. */
  readonly failure: ReactNode
  readonly children: ReactNode
}

/** Keeps the frame usable when a page cannot be loaded or breaks. React knows such boundaries as classes only. */
export class PageBoundary extends Component<BoundaryProps, { readonly hasFailed: boolean }> {
  override readonly state = { hasFailed: false }

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.failure : this.props.children
  }
}
