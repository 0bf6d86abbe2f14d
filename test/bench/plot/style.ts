/** Styles that are readable on light and dark backgrounds. */
export const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #24292f; }
  .title { font-size: 15px; font-weight: 600; }
  .note, .tick { fill: #57606a; font-size: 11px; }
  .grid { stroke: #d0d7de; }
  .bar { stroke: #57606a; stroke-width: 1.5; }
  .met { stroke: #0969da; fill: #0969da; }
  .missed { stroke: #bc4c00; fill: #bc4c00; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .note, .tick { fill: #9198a1; }
    .grid { stroke: #3d444d; }
    .bar { stroke: #9198a1; }
    .met { stroke: #4493f8; fill: #4493f8; }
    .missed { stroke: #f0883e; fill: #f0883e; }
  }`;
