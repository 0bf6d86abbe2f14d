-- Health of an Application (stoa.dev) for Argo CD.
local function condition(name)
  for _, each in ipairs(obj.status.conditions or {}) do
    if each.type == name and each.observedGeneration == obj.metadata.generation then
      return each
    end
  end
  return nil
end

if obj.status == nil or obj.status.observedGeneration ~= obj.metadata.generation then
  return { status = "Progressing", message = "the operator has not seen this version of the application yet" }
end
local accepted = condition("Accepted")
local ready = condition("Ready")
if accepted ~= nil and accepted.status == "False" then
  return { status = "Degraded", message = accepted.message }
end
if ready ~= nil and ready.status == "True" then
  return { status = "Healthy", message = ready.message }
end
-- Rules and installs report their problems in their own health.
if ready ~= nil and ready.reason == "ComponentsAbnormal" then
  return { status = "Degraded", message = ready.message }
end
return { status = "Progressing", message = ready ~= nil and ready.message or "the application is not ready yet" }
