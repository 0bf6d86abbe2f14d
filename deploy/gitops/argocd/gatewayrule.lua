-- Health of a GatewayRule (stoa.dev) for Argo CD.
local function condition(name)
  for _, each in ipairs(obj.status.conditions or {}) do
    if each.type == name and each.observedGeneration == obj.metadata.generation then
      return each
    end
  end
  return nil
end

if obj.status == nil or obj.status.observedGeneration ~= obj.metadata.generation then
  return { status = "Progressing", message = "the operator has not seen this version of the rule yet" }
end
local ready = condition("Ready")
local stalled = condition("Stalled")
if ready ~= nil and ready.status == "True" then
  local expressed = condition("FullyExpressed")
  if expressed ~= nil and expressed.status == "False" then
    return { status = "Healthy", message = expressed.message }
  end
  return { status = "Healthy", message = ready.message }
end
if stalled ~= nil and stalled.status == "True" then
  return { status = "Degraded", message = stalled.message }
end
return { status = "Progressing", message = ready ~= nil and ready.message or "the rule is not ready yet" }
