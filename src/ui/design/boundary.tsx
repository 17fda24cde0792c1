import { Component, type ReactNode } from "react";

interface BoundaryProps {
  /** What is drawn instead once something inside broke. */
  readonly fallback: (error: unknown, again: () => void) => ReactNode;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly broken: boolean;
  readonly error: unknown;
}

/** Keeps a fault inside from taking the rest of the page along. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { broken: false, error: undefined };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { broken: true, error };
  }

  override render(): ReactNode {
    const again = () => this.setState({ broken: false, error: undefined });
    return this.state.broken ? this.props.fallback(this.state.error, again) : this.props.children;
  }
}
